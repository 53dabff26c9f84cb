import { expect, test } from 'vitest'
import {
  emptySignUp,
  type SignUpField,
  type SignUpForm,
  signUpFields,
  validationErrorOf,
} from './useSignUp.ts'

const validForm: SignUpForm = {
  email: 'minji@naver.com',
  username: '김민지의 노트',
  mobile: '',
  password: 'correct horse',
  passwordConfirm: 'correct horse',
}
const validationErrors = (form: SignUpForm) => signUpFields.map(field => validationErrorOf(field, form))

test('accepts a valid form with and without a phone number, and reports the required fields of an empty one', () => {
  expect(validationErrors(validForm).filter(Boolean)).toEqual([])
  expect(validationErrors({ ...validForm, mobile: '010-1234-5678' }).filter(Boolean)).toEqual([])
  expect(validationErrors(emptySignUp)).toEqual([
    'accounts.emailInvalid',
    'accounts.usernameShort',
    undefined,
    'accounts.passwordShort',
    undefined,
  ])
})

test.each<[SignUpField, string, string]>([
  ['email', '1minji@naver.com', 'accounts.emailInvalid'],
  ['username', '가'.repeat(41), 'accounts.usernameLong'],
  ['mobile', '010-123', 'accounts.mobileInvalid'],
  ['password', 'a'.repeat(65), 'accounts.passwordLong'],
  ['passwordConfirm', 'wrong horse', 'accounts.passwordMismatch'],
])('%s %j is %s', (field, value, validationError) => {
  expect(validationErrorOf(field, { ...validForm, [field]: value })).toBe(validationError)
})
