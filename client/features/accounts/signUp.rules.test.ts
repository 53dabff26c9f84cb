import { expect, test } from 'vitest'
import { emptySignUp, type SignUpForm, signUpFields, validationErrorOf } from './signUp.rules.ts'

const good: SignUpForm = {
  email: 'minji@naver.com',
  username: '김민지의 노트',
  mobile: '',
  password: 'correct horse',
  passwordConfirm: 'correct horse',
}
const validationErrors = (form: SignUpForm) => signUpFields.map(field => validationErrorOf(field, form))

test('a good form has no flaw, with or without a phone number', () => {
  expect(validationErrors(good).filter(Boolean)).toEqual([])
  expect(validationErrorOf('mobile', { ...good, mobile: '010-1234-5678' })).toBeUndefined()
})

test('an empty form is told what to enter', () => {
  expect(validationErrors(emptySignUp)).toEqual([
    'accounts.emailInvalid',
    'accounts.usernameShort',
    undefined,
    'accounts.passwordShort',
    undefined,
  ])
})

test('each rule has its own sentence', () => {
  expect(validationErrorOf('email', { ...good, email: '1minji@naver.com' })).toBe('accounts.emailInvalid')
  expect(validationErrorOf('username', { ...good, username: '가'.repeat(41) })).toBe('accounts.usernameLong')
  expect(validationErrorOf('mobile', { ...good, mobile: '010-123' })).toBe('accounts.mobileInvalid')
  expect(validationErrorOf('password', { ...good, password: 'a'.repeat(65) })).toBe('accounts.passwordLong')
  expect(validationErrorOf('passwordConfirm', { ...good, passwordConfirm: 'wrong horse' })).toBe(
    'accounts.passwordMismatch',
  )
})
