import { Card } from '#client/ui/Card.tsx'
import { Column } from '#client/ui/Column.tsx'
import { ColumnPager } from '#client/ui/ColumnPager.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { Manuscript } from '#client/ui/Manuscript.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { pageIndexOf } from '#protocol/paging.ts'
import { Controlled, LONG, part } from './part.tsx'

const PER_PAGE = 9

const pages = (page: number, last: number) => (
  <Controlled initial={page}>
    {(current, go) => <PageIndex index={pageIndexOf(current, PER_PAGE, last * PER_PAGE)} onGo={go} />}
  </Controlled>
)

const columnPages = (page: number, last: number) => (
  <Controlled initial={page}>
    {(current, go) => (
      <ColumnPager
        labels={{ all: '주제 쪽 목록', before: '앞 주제', after: '다음 주제' }}
        index={pageIndexOf(current, PER_PAGE, last * PER_PAGE)}
        onGo={go}
      />
    )}
  </Controlled>
)

export const places = [
  part(ScreenTitle, {
    default: <ScreenTitle title="내 노트" />,
    'long text': <ScreenTitle title={LONG} />,
  }),
  part(Card, {
    default: <Card>흰 종이에 얇은 테두리</Card>,
    'without padding': <Card padded={false}>흰 종이에 얇은 테두리</Card>,
    'long text': <Card>{LONG}</Card>,
  }),
  part(Column, {
    default: <Column>화면의 가운데 열</Column>,
    'long text': <Column>{LONG}</Column>,
  }),
  part(Manuscript, {
    default: <Manuscript text={'노트를 쓰면,\n친구가 읽고'} avatars={[]} />,
    'long text': <Manuscript text={LONG} avatars={[]} />,
  }),
  part(Disclosure, {
    default: <Disclosure summary="미리 보기">펼친 내용</Disclosure>,
    open: (
      <Disclosure summary="미리 보기" defaultOpen>
        펼친 내용
      </Disclosure>
    ),
    'long text': (
      <Disclosure summary={LONG} defaultOpen>
        {LONG}
      </Disclosure>
    ),
  }),
  part(PageIndex, {
    default: pages(1, 3),
    'one page': pages(1, 1),
    'in the middle of many': pages(57, 1_200),
    'long text': pages(99_998, 99_999),
  }),
  part(ColumnPager, {
    default: columnPages(1, 3),
    'one page': columnPages(1, 1),
    'long text': columnPages(99_998, 99_999),
  }),
]
