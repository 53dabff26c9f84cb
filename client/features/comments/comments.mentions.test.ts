import { expect, test } from 'vitest'
import { choicesFor, typedAt } from './comments.mentions.ts'

const people = ['역사쌤 이경민', '예진이와 고양이', 'Minho Kim', '순자씨의 일기'].map((userName, userNo) => ({
  userNo,
  userName,
}))
const chosen = (query: string) => choicesFor(query, people).map(({ userName }) => userName)

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

test('a name is typed from its sign to the caret, and not in an address or on another line', () => {
  expect(typedAt('안녕 @이경', 6)).toEqual({ start: 3, end: 6, query: '이경' })
  expect(typedAt('@역사쌤 이', 6)).toEqual({ start: 0, end: 6, query: '역사쌤 이' })
  expect(typedAt('안녕 @이경 님', 5)).toMatchObject({ query: '이' })
  expect(typedAt('@이경 님', 0)).toBeNull()
  for (const text of ['안녕', 'me@home', '@ 이', '@이\n다음']) expect(typedAt(text, text.length)).toBeNull()
})
