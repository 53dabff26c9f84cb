import { describe, expect, test } from 'vitest'
import {
  createTargetFinder,
  findTarget,
  LINK_TARGET_MAX,
  linkKeyOf,
  readWikiLink,
  wordsOfLink,
} from './linkTargets.ts'

describe('readWikiLink', () => {
  test.each([
    ['[[제목]]', { target: '제목' }],
    ['[[ 제목 ]]', { target: '제목' }],
    ['[[제목#작은 제목]]', { target: '제목#작은 제목' }],
    ['[[주제/제목|보이는 글]]', { target: '주제/제목', label: '보이는 글' }],
    ['[[제목\\|말]]', { target: '제목', label: '말' }],
    ['[[제목|]]', { target: '제목' }],
    ['[[[공지] 모임]]', { target: '[공지] 모임' }],
    ['[[모임 [공지]]]', { target: '모임 [공지]' }],
    ['[[C#]]', { target: 'C#' }],
    ['[[가]나]]', { target: '가]나' }],
  ])('%s', (text, link) => {
    expect(readWikiLink(`앞${text}뒤`, 1)).toEqual({ ...link, end: text.length + 1 })
  })

  test.each([
    '[[]]',
    '[[ ]]',
    '[[|글]]',
    '[제목]]',
    '[[제목]',
    '[[제\n목]]',
    '[[^1]]',
    `[[${'가'.repeat(LINK_TARGET_MAX + 1)}]]`,
  ])('%s is none', text => expect(readWikiLink(text, 0)).toBeNull())
})

test.each([
  [{ target: '제목' }, '제목'],
  [{ target: '제목#작은 제목' }, '제목#작은 제목'],
  [{ target: '#작은 제목' }, '작은 제목'],
  [{ target: '제목', label: '글' }, '글'],
])('the words of %j', (link, words) => {
  expect(wordsOfLink(link)).toBe(words)
})

test('keys ignore case, width and the number of spaces', () => {
  expect(linkKeyOf(' React  Ｑuery ')).toBe(linkKeyOf('react query'))
  expect(linkKeyOf('한글'.normalize('NFD'))).toBe('한글')
})

describe('findTarget', () => {
  const notes = [
    { noteNo: 1, title: '제주', topicTitle: '여행' },
    { noteNo: 2, title: '회의록', topicTitle: '일' },
    { noteNo: 3, title: '회의록', topicTitle: '모임/봄' },
    { noteNo: 4, title: 'C# 공부', topicTitle: '일' },
    { noteNo: 5, title: '1/2 정리', topicTitle: '일' },
    { noteNo: 6, title: 'C', topicTitle: '일' },
  ]
  test.each([
    ['제주', 1, false],
    ['제주#첫날', 1, true],
    ['제주#첫날#아침', 1, true],
    ['회의록', 3, false],
    ['일/회의록', 2, false],
    ['모임/봄/회의록', 3, false],
    ['일/회의록#안건', 2, true],
    ['c# 공부', 4, false],
    ['C# 공부#변수', 4, true],
    ['C#변수', 6, true],
    ['1/2 정리', 5, false],
    ['일/1/2 정리', 5, false],
  ])('%s', (target, noteNo, hasHeading) => {
    expect(findTarget(target, notes)).toMatchObject({ note: { noteNo }, hasHeading })
  })

  test.each(['없는 글', '여행/회의록', '#제주', '제주/'])('%s is no note', target => {
    expect(findTarget(target, notes)).toBeNull()
  })
})

test('titles are read once for all targets, also if hundreds of notes have the same one', () => {
  let reads = 0
  const notes = Array.from({ length: 50 }, (_, index) => ({
    noteNo: index + 1,
    topicTitle: '여행',
    get title() {
      reads += 1
      return '제주'
    },
  }))
  const find = createTargetFinder(notes)
  for (let day = 0; day < 100; day += 1) expect(find(`여행/제주#${day}#아침`)?.note.noteNo).toBe(50)
  expect(reads).toBeLessThanOrEqual(100)
})
