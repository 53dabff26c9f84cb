import { expect, test } from 'vitest'
import { emailSuggestions } from './emailDomains.ts'

test.each([
  ['minji', ['minji@naver.com', 'minji@gmail.com', 'minji@daum.net']],
  ['minji@', ['minji@naver.com', 'minji@gmail.com', 'minji@daum.net']],
  ['minji@HAN', ['minji@hanmail.net']],
  ['minji@example', []],
  ['minji@naver.com', []],
  ['a@b@n', []],
  ['@na', []],
  ['', []],
])('%j suggests %j', (typed, suggestions) => {
  expect(emailSuggestions(typed)).toEqual(suggestions)
})
