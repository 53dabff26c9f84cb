import { expect, test } from 'vitest'
import { mentionsIn } from './comments.ts'

const people = ['민호네 집', '민호네', 'minho', '서울숲 지은', '민호네야'].map((userName, userNo) => ({
  userNo,
  userName,
}))
const namesIn = (text: string) => mentionsIn(text, people).map(({ start, end }) => text.slice(start, end))

test.each([
  ['@민호네 안녕', ['@민호네']],
  ['@민호네야 안녕', ['@민호네야']],
  ['@민호네가 말했어요', ['@민호네']],
  ['@민호네 집에서 @서울숲 지은님과', ['@민호네 집', '@서울숲 지은']],
  ['그런데@민호네', ['@민호네']],
  ['(@Minho)', ['@Minho']],
  ['@minho님', ['@minho']],
])('%s mentions %j', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test.each([
  '@모르는 사람',
  '@minhojoo',
  '메일은 me@minho 로',
  '`@민호네`',
  '```\n@민호네\n```',
  '```\n@민호네',
  'https://example.com/@민호네',
  '@',
  '@@민호네'.replace('@@', 'a@'),
])('%s mentions nobody', text => {
  expect(namesIn(text)).toEqual([])
})
