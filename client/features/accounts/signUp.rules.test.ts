import { expect, test } from 'vitest'
import { emptySignUp, flawOf, type SignUpForm, signUpFields } from './signUp.rules.ts'

const good: SignUpForm = {
  email: 'minji@naver.com',
  username: '김민지의 노트',
  mobile: '',
  password: 'correct horse',
  passwordConfirm: 'correct horse',
}
const flaws = (form: SignUpForm) => signUpFields.map(field => flawOf(field, form))

test('a good form has no flaw, with or without a phone number', () => {
  expect(flaws(good).filter(Boolean)).toEqual([])
  expect(flawOf('mobile', { ...good, mobile: '010-1234-5678' })).toBeUndefined()
})

test('an empty form is told what to enter', () => {
  expect(flaws(emptySignUp)).toEqual([
    'accounts.emailInvalid',
    'accounts.usernameShort',
    undefined,
    'accounts.passwordShort',
    undefined,
  ])
})

test('each rule has its own sentence', () => {
  expect(flawOf('email', { ...good, email: '1minji@naver.com' })).toBe('accounts.emailInvalid')
  expect(flawOf('username', { ...good, username: '가'.repeat(41) })).toBe('accounts.usernameLong')
  expect(flawOf('mobile', { ...good, mobile: '010-123' })).toBe('accounts.mobileInvalid')
  expect(flawOf('password', { ...good, password: 'a'.repeat(65) })).toBe('accounts.passwordLong')
  expect(flawOf('passwordConfirm', { ...good, passwordConfirm: 'wrong horse' })).toBe(
    'accounts.passwordMismatch',
  )
})
