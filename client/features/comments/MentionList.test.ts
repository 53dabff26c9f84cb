import { expect, test } from 'vitest'
import { mentionAt, suggestMentions } from './MentionList.tsx'

const people = ['역사쌤 이경민', '예진이와 고양이', 'Minho Kim', '순자씨의 일기'].map((userName, userNo) => ({
  userNo,
  userName,
}))
const chosen = (query: string) => suggestMentions(query, people).map(({ userName }) => userName)

test.each([
  ['', people.map(({ userName }) => userName)],
  ['이', ['역사쌤 이경민', '예진이와 고양이', '순자씨의 일기']],
  ['ㅇㅅ', ['역사쌤 이경민']],
  ['ㅇㄱㅁ', ['역사쌤 이경민']],
  ['수', ['순자씨의 일기']],
  ['예지', ['예진이와 고양이']],
  ['예진잉', ['예진이와 고양이']],
  ['ㄳ', []],
  ['min', ['Minho Kim']],
  ['(', []],
])('%j finds %j', (query, names) => {
  expect(chosen(query)).toEqual(names)
})

test('finds a typed mention from its @ to the caret, but not in addresses or on another line', () => {
  expect(mentionAt('안녕 @이경', 6)).toEqual({ start: 3, end: 6, query: '이경' })
  expect(mentionAt('@역사쌤 이', 6)).toEqual({ start: 0, end: 6, query: '역사쌤 이' })
  expect(mentionAt('안녕 @이경 님', 5)).toMatchObject({ query: '이' })
  expect(mentionAt('@이경 님', 0)).toBeNull()
  for (const text of ['안녕', 'me@home', '@ 이', '@이\n다음']) expect(mentionAt(text, text.length)).toBeNull()
})
