import { expect, test } from 'vitest'
import { emailSuggestions } from './emailDomains.ts'

test('suggests the first three domains for a local part', () => {
  expect(emailSuggestions('minji')).toEqual(['minji@naver.com', 'minji@gmail.com', 'minji@daum.net'])
})

test('completes a partial domain, case-insensitively', () => {
  expect(emailSuggestions('minji@')).toHaveLength(3)
  expect(emailSuggestions('minji@HAN')).toEqual(['minji@hanmail.net'])
  expect(emailSuggestions('minji@example')).toEqual([])
})

test('suggests nothing for an empty field, a complete domain or a second @', () => {
  expect(emailSuggestions('')).toEqual([])
  expect(emailSuggestions('@na')).toEqual([])
  expect(emailSuggestions('minji@naver.com')).toEqual([])
  expect(emailSuggestions('a@b@n')).toEqual([])
})
