import { expect, test } from 'vitest'
import { withParticle } from './index.ts'

test.each([
  ['노트', '을/를', '노트를'],
  ['회의록', '을/를', '회의록을'],
  ['지은', '이/가', '지은이'],
  ['민호', '이/가', '민호가'],
  ['서울', '으로/로', '서울로'],
  ['부산', '으로/로', '부산으로'],
  ['제주', '으로/로', '제주로'],
  ['노트 3', '은/는', '노트 3은'],
  ['노트 2', '은/는', '노트 2는'],
  ['김도현(수원)', '과/와', '김도현(수원)과'],
  ['SQL', '을/를', 'SQL을'],
  ['React', '을/를', 'React를'],
  ['한글'.normalize('NFD'), '이/가', `${'한글'.normalize('NFD')}이`],
  ['', '을/를', '를'],
])('%s + %s is %s', (word, particles, expected) => {
  expect(withParticle(word, particles)).toBe(expected)
})
