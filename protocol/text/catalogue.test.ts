import { expect, test } from 'vitest'
import { en } from './en.ts'
import { say } from './index.ts'
import { ko } from './ko.ts'

const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{([^{}|]+)/g)].map(match => match[1] ?? '').sort()

test('English asks for the same values as Korean', () => {
  for (const [key, sentence] of Object.entries(ko)) {
    expect(placeholders(en[key as keyof typeof ko]), key).toEqual(placeholders(sentence))
  }
})

test('no sentence guesses at a particle', () => {
  for (const [key, sentence] of Object.entries(ko))
    expect(sentence, key).not.toMatch(/[을이은과]\((를|가|는|와)\)/)
})

test('values take their places', () => {
  expect(say(ko, 'page.goTo', { page: 3 })).toBe('3쪽으로 이동')
  expect(say(en, 'notes.saved', { time: '14:03:22' })).toBe('14:03:22 saved')
})
