import { beforeAll, describe, expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { ko } from '#protocol/text/ko.ts'
import { headingSourceOf, suggestHeadings, suggestNotes, suggestTags } from './suggestions.ts'
import { typedReferenceAt } from './typedReference.ts'

const titles = [
  { noteNo: 9, title: '회의록', topicTitle: '일' },
  { noteNo: 8, title: '제주 여행', topicTitle: '여행' },
  { noteNo: 7, title: '회의록', topicTitle: '모임' },
  { noteNo: 6, title: '여행 준비', topicTitle: '여행' },
  { noteNo: 5, title: '가|나', topicTitle: '일' },
  { noteNo: 4, title: '같은 글', topicTitle: '일' },
  { noteNo: 3, title: '같은 글', topicTitle: '일' },
]
beforeAll(completeCatalogue)

const inserts = (query: string) => suggestNotes(query, titles).map(({ insert }) => insert)

test.each([
  ['여행', ['[[여행 준비]]', '[[제주 여행]]']],
  ['ㅇㅎ', ['[[여행 준비]]', '[[제주 여행]]']],
  ['젲', ['[[제주 여행]]']],
  ['회의', ['[[일/회의록]]', '[[모임/회의록]]']],
  ['가|', ['[가|나](/note?no=5)']],
  ['같은', ['[같은 글](/note?no=4)', '[같은 글](/note?no=3)']],
  ['없다', []],
])('suggests for %s', (query, expected) => {
  expect(inserts(query)).toEqual(expected)
})

test('suggests a template after the note that was made from it', () => {
  const template = { noteNo: 12, title: '회의록', topicTitle: ko['templates.topic'] }
  const suggested = suggestNotes('회의', [template, ...titles]).map(({ detail }) => detail)
  expect(suggested).toEqual(['일', '모임', ko['templates.topic']])
})

test('without a query suggests the newest notes', () => {
  expect(inserts('')).toHaveLength(titles.length)
  expect(inserts('')[0]).toBe('[[일/회의록]]')
})

test('suggests tags that begin with the query first, and none for a complete one', () => {
  const tags = ['제주/여행', '여행', '여름', 'react']
  const labels = (query: string) => suggestTags(query, tags).map(({ label }) => label)
  expect(labels('여')).toEqual(['#여행', '#여름', '#제주/여행'])
  expect(labels('ㅇㅎ')).toEqual(['#여행', '#제주/여행'])
  expect(labels('RE')).toEqual(['#react'])
  expect(labels('React')).toEqual([])
})

test('finds whose headings are typed', () => {
  expect(headingSourceOf('제주 여행#첫', titles)).toEqual({ source: 8, target: '제주 여행', query: '첫' })
  expect(headingSourceOf('#', titles)).toEqual({ source: 'here', target: '', query: '' })
  expect(headingSourceOf('없는 글#', titles)).toBeNull()
  expect(headingSourceOf('제주 여행', titles)).toBeNull()
  expect(
    suggestHeadings('제주 여행', 'ㅊㄴ', ['첫날', '둘째 날', '첫날']).map(({ insert }) => insert),
  ).toEqual(['[[제주 여행#첫날]]'])
})

describe('typedReferenceAt', () => {
  /** The caret is at ‸. */
  const at = (marked: string) => {
    const caret = marked.indexOf('‸')
    return typedReferenceAt({ text: marked.replace('‸', ''), start: caret, end: caret })
  }
  test.each([
    ['[[‸', { from: 0, to: 2, query: '' }],
    ['줄\n앞 [[여ㅎ‸ 뒤', { from: 4, to: 8, query: '여ㅎ' }],
    ['[[여행‸]]', { from: 0, to: 6, query: '여행' }],
    ['[[가]] [[나‸', { from: 6, to: 9, query: '나' }],
    ['[[제주#첫‸', { from: 0, to: 6, query: '제주#첫' }],
  ])('%s', (marked, expected) => {
    expect(at(marked)).toEqual({ kind: 'link', ...expected })
  })
  test.each([
    ['#여‸', { from: 0, to: 2, query: '여' }],
    ['줄\n- 오늘 #제주/바ㄷ‸ 뒤', { from: 7, to: 13, query: '제주/바ㄷ' }],
    ['(#여‸)', { from: 1, to: 3, query: '여' }],
  ])('%s', (marked, expected) => {
    expect(at(marked)).toEqual({ kind: 'tag', ...expected })
  })
  test.each([
    '#‸',
    '# 여‸',
    '## #여‸',
    '> - # #여‸',
    'C#여‸',
    'https://a.kr/#여‸',
    '\\#여‸',
    '##여‸',
    '#여‸행',
    '`#여‸',
    '```\n#여‸',
    '$$\n#여‸\n$$',
    '[[제주#여‸|',
    `#${'여'.repeat(60)}‸`,
  ])('%s is no tag', marked => expect(at(marked)?.kind).not.toBe('tag'))
  test.each([
    '[여행‸',
    '[[여행]]‸',
    '[[여\n행‸',
    '\\[[여‸',
    '`[[여‸',
    '```\n[[여‸',
    '$$\n[[여‸\n$$',
    '[[여행|글‸',
    '[[^1‸',
  ])('%s is none', marked => expect(at(marked)).toBeNull())
})
