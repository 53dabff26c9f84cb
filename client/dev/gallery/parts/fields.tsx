import { Checkbox } from '#client/ui/Checkbox.tsx'
import { FieldFrame } from '#client/ui/FieldFrame.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { SearchField, TextArea, TextField } from '#client/ui/TextField.tsx'
import { Controlled, LONG, part } from './part.tsx'

interface FieldStates {
  label?: string
  hint?: string
  error?: string
  max?: number
  disabled?: boolean
  placeholder?: string
}

const field = (initial: string, texts: FieldStates = {}) => (
  <Controlled initial={initial}>
    {(value, change) => <TextField label="제목" {...texts} value={value} onChange={change} />}
  </Controlled>
)

const area = (initial: string, texts: FieldStates = {}) => (
  <Controlled initial={initial}>
    {(value, change) => <TextArea label="본문" rows={3} {...texts} value={value} onChange={change} />}
  </Controlled>
)

const search = (initial: string, label: string) => (
  <Controlled initial={initial}>
    {(value, change) => <SearchField label={label} value={value} onChange={change} />}
  </Controlled>
)

const checkbox = (label: string, initial: boolean) => (
  <Controlled initial={initial}>
    {(checked, change) => <Checkbox label={label} checked={checked} onChange={change} />}
  </Controlled>
)

const toggle = (label: string, initial: boolean) => (
  <Controlled initial={initial}>
    {(checked, change) => <Switch label={label} checked={checked} onChange={change} />}
  </Controlled>
)

const select = (
  <select className="field__control" id="gallery-select">
    <option>모두에게</option>
  </select>
)

export const fields = [
  part(TextField, {
    default: field(''),
    'with a placeholder': field('', { placeholder: '무엇에 관한 노트인가요?' }),
    'with text, hint and count': field('회의록을 잘 쓰는 법', { hint: '나중에 바꿀 수 있어요.', max: 40 }),
    'too long': field('열 자를 조금 넘는 제목이에요', { max: 10 }),
    disabled: field('바꿀 수 없어요', { disabled: true }),
    error: field('jieun@', { label: '이메일', error: '이메일 주소를 확인해 주세요.' }),
    'long text': field(LONG, { label: LONG, hint: LONG, error: LONG }),
  }),
  part(SearchField, {
    default: search('', '제목이나 글로 찾기'),
    'with text': search('벚꽃', '제목이나 글로 찾기'),
    'long text': search(LONG, LONG),
  }),
  part(TextArea, {
    default: area(''),
    'with text, hint and count': area('첫 줄\n둘째 줄', { hint: '마크다운으로 쓸 수 있어요.', max: 500 }),
    disabled: area('바꿀 수 없어요', { disabled: true }),
    error: area('짧음', { error: '열 글자 이상 적어 주세요.' }),
    'long text': area(LONG.repeat(4), { label: LONG, hint: LONG }),
  }),
  part(FieldFrame, {
    default: (
      <FieldFrame id="gallery-select" label="보이기" length={0}>
        {select}
      </FieldFrame>
    ),
    error: (
      <FieldFrame id="gallery-select" label="보이기" length={0} error="하나를 골라 주세요.">
        {select}
      </FieldFrame>
    ),
    'long text': (
      <FieldFrame id="gallery-select" label={LONG} hint={LONG} length={0}>
        {select}
      </FieldFrame>
    ),
  }),
  part(Checkbox, {
    default: checkbox('약관에 동의해요', false),
    checked: checkbox('약관에 동의해요', true),
    'long text': checkbox(LONG, true),
  }),
  part(Switch, {
    default: toggle('자동 저장', false),
    checked: toggle('자동 저장', true),
    'long text': toggle(LONG, true),
  }),
]
