import { expect, test } from 'vitest'
import { en } from './en.ts'
import { say } from './index.ts'
import { ko } from './ko.ts'
import { allLanguages, languages } from './languages.ts'

const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{([^{}|]+)/g)].map(match => match[1] ?? '').sort()

test.each(allLanguages)('%s says the same as Korean, and asks for the same values', async language => {
  const catalogue = await languages[language].load()
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(ko).toSorted())
  for (const [key, sentence] of Object.entries(ko)) {
    expect(placeholders(catalogue[key as keyof typeof ko]), key).toEqual(placeholders(sentence))
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
