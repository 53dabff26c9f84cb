import { expect, test } from 'vitest'
import { foldedSessions, validationErrorOf } from './myInfo.rules.ts'

const owner = { email: 'minho@example.com', username: '글 쓰는 민호' }
const entries = { mobile: '', password: '', passwordConfirm: '' }

test('nothing has to be entered', () => {
  expect(validationErrorOf('mobile', entries, owner)).toBeUndefined()
  expect(validationErrorOf('password', entries, owner)).toBeUndefined()
  expect(validationErrorOf('passwordConfirm', entries, owner)).toBeUndefined()
})

test('a new password has 8 to 15 characters', () => {
  const validationErrorOfPassword = (password: string) =>
    validationErrorOf('password', { ...entries, password }, owner)
  const letters = '다람쥐 헌 쳇바퀴에 타고파요'
  expect([7, 8, 15, 16].map(length => validationErrorOfPassword(letters.repeat(2).slice(0, length)))).toEqual(
    ['accounts.newPasswordLength', undefined, undefined, 'accounts.newPasswordLength'],
  )
  expect(validationErrorOfPassword('xxxxxxxx')).toBe('accounts.passwordPlain')
  expect(validationErrorOfPassword('글 쓰는 민호')).toBe('accounts.newPasswordLength')
  expect(
    validationErrorOf(
      'password',
      { ...entries, password: '글쓰는민호입니다' },
      { ...owner, username: '글쓰는 민호입니다' },
    ),
  ).toBe('accounts.passwordOwn')
})

test('its confirmation is the same, also when the password was emptied again', () => {
  expect(validationErrorOf('passwordConfirm', { ...entries, passwordConfirm: 'left over' }, owner)).toBe(
    'accounts.passwordMismatch',
  )
})

test('a mobile number has its digits, however they are written', () => {
  expect(validationErrorOf('mobile', { ...entries, mobile: '010-1234-5678' }, owner)).toBeUndefined()
  expect(validationErrorOf('mobile', { ...entries, mobile: '1234' }, owner)).toBe('accounts.mobileInvalid')
})

test('of a thousand sessions the first few are shown until all are asked for', () => {
  const sessions = Array.from({ length: 1000 }, (_, index) => index)
  expect(foldedSessions(sessions.slice(0, 6), false)).toEqual({ shown: [0, 1, 2, 3, 4, 5], more: 0 })
  expect(foldedSessions(sessions, false)).toEqual({ shown: [0, 1, 2, 3, 4], more: 995 })
  expect(foldedSessions(sessions, true)).toEqual({ shown: sessions, more: 0 })
})
