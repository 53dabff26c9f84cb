import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Icon, IconPath } from '#client/ui/Icon.tsx'
import { ChoiceSelect, FilterChip } from '#client/ui/ListFilters.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { LONG, part } from './part.tsx'

export const buttons = [
  part(Button, {
    default: <Button>저장</Button>,
    'kind primary': <Button kind="primary">저장</Button>,
    'kind plain': <Button kind="plain">저장</Button>,
    'kind danger': <Button kind="danger">삭제</Button>,
    'kind quiet': <Button kind="quiet">접기</Button>,
    'kind quiet-danger': <Button kind="quiet-danger">삭제</Button>,
    disabled: <Button disabled>저장</Button>,
    busy: (
      <Button kind="primary" busy>
        저장
      </Button>
    ),
    'with an icon': (
      <Button>
        <ToolIcon name="share" />
        나누기
      </Button>
    ),
    'long text': <Button kind="primary">{LONG}</Button>,
  }),
  part(ButtonLink, {
    default: <ButtonLink to="/">둘러보기</ButtonLink>,
    'kind primary': (
      <ButtonLink to="/" kind="primary">
        둘러보기
      </ButtonLink>
    ),
    'kind plain': (
      <ButtonLink to="/" kind="plain">
        둘러보기
      </ButtonLink>
    ),
    'kind danger': (
      <ButtonLink to="/" kind="danger">
        둘러보기
      </ButtonLink>
    ),
    'kind quiet': (
      <ButtonLink to="/" kind="quiet">
        둘러보기
      </ButtonLink>
    ),
    'kind quiet-danger': (
      <ButtonLink to="/" kind="quiet-danger">
        둘러보기
      </ButtonLink>
    ),
    'long text': <ButtonLink to="/">{LONG}</ButtonLink>,
  }),
  part(FilterChip, {
    default: (
      <FilterChip isOn={false} onChoose={() => undefined}>
        답변이 달린 의견
      </FilterChip>
    ),
    'chosen, with a count': (
      <FilterChip isOn count="99+" onChoose={() => undefined}>
        전체
      </FilterChip>
    ),
    'long text': (
      <FilterChip isOn={false} onChoose={() => undefined}>
        {LONG}
      </FilterChip>
    ),
  }),
  part(ChoiceSelect, {
    default: (
      <ChoiceSelect
        label="의견 순서"
        choices={{ newest: '최신 순', empathy: '공감 많은 순' }}
        chosen="newest"
        onChoose={() => undefined}
      />
    ),
    'long text': (
      <ChoiceSelect label="의견 순서" choices={{ newest: LONG }} chosen="newest" onChoose={() => undefined} />
    ),
  }),
  part(Icon, {
    default: <Icon name="menu" />,
    'name menu': <Icon name="menu" />,
    'name close': <Icon name="close" />,
    'name chevron': <Icon name="chevron" />,
    'name back': <Icon name="back" />,
  }),
  part(IconPath, { default: <IconPath path="M4 4h16v16H4z" /> }),
  part(ToolIcon, {
    default: <ToolIcon name="more" />,
    'name back': <ToolIcon name="back" />,
    'name leave': <ToolIcon name="leave" />,
    'name feed': <ToolIcon name="feed" />,
    'name find': <ToolIcon name="find" />,
    'name replace': <ToolIcon name="replace" />,
    'name strike': <ToolIcon name="strike" />,
    'name numbers': <ToolIcon name="numbers" />,
    'name table': <ToolIcon name="table" />,
    'name callout': <ToolIcon name="callout" />,
    'name rule': <ToolIcon name="rule" />,
    'name warning': <ToolIcon name="warning" />,
    'name off': <ToolIcon name="off" />,
    'name flag': <ToolIcon name="flag" />,
    'name check': <ToolIcon name="check" />,
    'name addPerson': <ToolIcon name="addPerson" />,
    'name mention': <ToolIcon name="mention" />,
    'name bell': <ToolIcon name="bell" />,
    'name bellOff': <ToolIcon name="bellOff" />,
    'name bold': <ToolIcon name="bold" />,
    'name bullets': <ToolIcon name="bullets" />,
    'name chevron': <ToolIcon name="chevron" />,
    'name close': <ToolIcon name="close" />,
    'name code': <ToolIcon name="code" />,
    'name copy': <ToolIcon name="copy" />,
    'name down': <ToolIcon name="down" />,
    'name up': <ToolIcon name="up" />,
    'name download': <ToolIcon name="download" />,
    'name folder': <ToolIcon name="folder" />,
    'name globe': <ToolIcon name="globe" />,
    'name formula': <ToolIcon name="formula" />,
    'name heading': <ToolIcon name="heading" />,
    'name history': <ToolIcon name="history" />,
    'name italic': <ToolIcon name="italic" />,
    'name link': <ToolIcon name="link" />,
    'name menu': <ToolIcon name="menu" />,
    'name more': <ToolIcon name="more" />,
    'name note': <ToolIcon name="note" />,
    'name outline': <ToolIcon name="outline" />,
    'name pause': <ToolIcon name="pause" />,
    'name pen': <ToolIcon name="pen" />,
    'name picture': <ToolIcon name="picture" />,
    'name pin': <ToolIcon name="pin" />,
    'name play': <ToolIcon name="play" />,
    'name plus': <ToolIcon name="plus" />,
    'name print': <ToolIcon name="print" />,
    'name quote': <ToolIcon name="quote" />,
    'name reply': <ToolIcon name="reply" />,
    'name settings': <ToolIcon name="settings" />,
    'name share': <ToolIcon name="share" />,
    'name talk': <ToolIcon name="talk" />,
    'name task': <ToolIcon name="task" />,
    'name trash': <ToolIcon name="trash" />,
    'name undo': <ToolIcon name="undo" />,
    'name redo': <ToolIcon name="redo" />,
    'name upload': <ToolIcon name="upload" />,
  }),
]
