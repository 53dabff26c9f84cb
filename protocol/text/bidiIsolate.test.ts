import { expect, test } from 'vitest'
import { bidiIsolate } from './bidiIsolate.ts'
import { say } from './index.ts'
import { ko } from './ko.ts'

test('what is written from right to left stands for itself, and turns nothing around it', () => {
  expect(bidiIsolate('עברית')).toBe('\u2068עברית\u2069')
  expect(bidiIsolate('\u2069\u202egpj.exe')).toBe('\u2068gpj.exe\u2069')
  expect(bidiIsolate('글쓴이 Ada 3')).toBe('글쓴이 Ada 3')
})

test('so it does in a sentence, where its particle is found all the same', () => {
  expect(say(ko, 'comments.composing', { name: 'עברית' })).toBe('\u2068עברית\u2069님이 쓰고 있어요')
  expect(say(ko, 'comments.composing', { name: '글쓴이' })).toBe('글쓴이님이 쓰고 있어요')
})
