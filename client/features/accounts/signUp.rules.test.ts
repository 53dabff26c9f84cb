import { expect, test } from 'vitest'
import { emptySignUp, type SignUpForm, signUpFields, validationErrorOf } from './signUp.rules.ts'

const validForm: SignUpForm = {
  email: 'minji@naver.com',
  username: '김민지의 노트',
  mobile: '',
  password: 'correct horse',
  passwordConfirm: 'correct horse',
}
const validationErrors = (form: SignUpForm) => signUpFields.map(field => validationErrorOf(field, form))

test('accepts a valid form with and without a phone number', () => {
  expect(validationErrors(validForm).filter(Boolean)).toEqual([])
  expect(validationErrorOf('mobile', { ...validForm, mobile: '010-1234-5678' })).toBeUndefined()
})

test('reports the required fields of an empty form', () => {
  expect(validationErrors(emptySignUp)).toEqual([
    'accounts.emailInvalid',
    'accounts.usernameShort',
    undefined,
    'accounts.passwordShort',
    undefined,
  ])
})

test('reports each broken rule with its own message', () => {
  expect(validationErrorOf('email', { ...validForm, email: '1minji@naver.com' })).toBe(
    'accounts.emailInvalid',
  )
  expect(validationErrorOf('username', { ...validForm, username: '가'.repeat(41) })).toBe(
    'accounts.usernameLong',
  )
  expect(validationErrorOf('mobile', { ...validForm, mobile: '010-123' })).toBe('accounts.mobileInvalid')
  expect(validationErrorOf('password', { ...validForm, password: 'a'.repeat(65) })).toBe(
    'accounts.passwordLong',
  )
  expect(validationErrorOf('passwordConfirm', { ...validForm, passwordConfirm: 'wrong horse' })).toBe(
    'accounts.passwordMismatch',
  )
})
