import { expect, test } from 'vitest'
import { emailSuggestions } from './emailDomains.ts'

test('a local part alone is offered the first three domains', () => {
  expect(emailSuggestions('minji')).toEqual(['minji@naver.com', 'minji@gmail.com', 'minji@daum.net'])
})

test('a begun domain is offered those that begin so, whatever the case', () => {
  expect(emailSuggestions('minji@')).toHaveLength(3)
  expect(emailSuggestions('minji@HAN')).toEqual(['minji@hanmail.net'])
  expect(emailSuggestions('minji@example')).toEqual([])
})

test('nothing is offered for an empty field, a complete domain or a second @', () => {
  expect(emailSuggestions('')).toEqual([])
  expect(emailSuggestions('@na')).toEqual([])
  expect(emailSuggestions('minji@naver.com')).toEqual([])
  expect(emailSuggestions('a@b@n')).toEqual([])
})
