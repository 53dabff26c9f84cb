import { expect, test } from 'vitest'
import { isNearDuplicate } from './agora.service.ts'

const opinion = '노트를 내보낼 때 사진도 함께 PDF로 받고 싶어요'

test.each([
  ['itself', opinion],
  ['other spaces', '노트를  내보낼때 사진도 함께 PDF 로 받고 싶어요'],
  ['other punctuation', '노트를 내보낼 때, 사진도 함께 PDF로 받고 싶어요!!! ★'],
  ['another case', '노트를 내보낼 때 사진도 함께 pdf로 받고 싶어요'],
  ['letters that are put together', opinion.normalize('NFD')],
  ['one more character', `${opinion}요`],
  ['another number at the end', `${opinion} 2`],
])('%s is a near duplicate', (_, repeated) => {
  expect(isNearDuplicate(repeated, opinion)).toBe(true)
  expect(isNearDuplicate(opinion, repeated)).toBe(true)
})

test.each([
  ['another wish in the same words', '노트를 내보낼 때 댓글도 함께 PDF로 받고 싶어요'],
  ['the words in another order', '사진도 함께 노트를 PDF로 내보낼 때 받고 싶어요'],
  ['another opinion', '어두운 화면이 눈에 편해서 좋아요'],
  ['the half of it', opinion.slice(0, 14)],
  ['nothing but punctuation', '!!!!!!!!!!'],
])('%s is not a near duplicate', (_, other) => {
  expect(isNearDuplicate(other, opinion)).toBe(false)
  expect(isNearDuplicate(opinion, other)).toBe(false)
})

test('treats a repeated character as equal from a certain length on', () => {
  expect(isNearDuplicate('ㅋ'.repeat(30), 'ㅋ'.repeat(31))).toBe(true)
  expect(isNearDuplicate('ㅋ'.repeat(10), 'ㅋ'.repeat(90))).toBe(false)
})

test('compares text of punctuation only literally', () => {
  expect(isNearDuplicate('!!!!!!!!!!', '!!!!!!!!!!')).toBe(true)
  expect(isNearDuplicate('!!!!!!!!!!', '??????????')).toBe(false)
})
