import { expect, test } from 'vitest'
import { validationErrorOf, visibleSessions } from './myInfo.rules.ts'

const owner = { email: 'minho@example.com', username: '글 쓰는 민호' }
const entries = { mobile: '', password: '', passwordConfirm: '' }

test('accepts an empty form', () => {
  expect(validationErrorOf('mobile', entries, owner)).toBeUndefined()
  expect(validationErrorOf('password', entries, owner)).toBeUndefined()
  expect(validationErrorOf('passwordConfirm', entries, owner)).toBeUndefined()
})

test('accepts a new password of 8 to 15 characters', () => {
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

test('requires the same confirmation, also after the password was cleared', () => {
  expect(validationErrorOf('passwordConfirm', { ...entries, passwordConfirm: 'left over' }, owner)).toBe(
    'accounts.passwordMismatch',
  )
})

test('accepts a mobile number in any notation', () => {
  expect(validationErrorOf('mobile', { ...entries, mobile: '010-1234-5678' }, owner)).toBeUndefined()
  expect(validationErrorOf('mobile', { ...entries, mobile: '1234' }, owner)).toBe('accounts.mobileInvalid')
})

test('shows the first few of a thousand sessions until the user asks for all', () => {
  const sessions = Array.from({ length: 1000 }, (_, index) => index)
  expect(visibleSessions(sessions.slice(0, 6), false)).toEqual({
    visible: [0, 1, 2, 3, 4, 5],
    hiddenCount: 0,
  })
  expect(visibleSessions(sessions, false)).toEqual({ visible: [0, 1, 2, 3, 4], hiddenCount: 995 })
  expect(visibleSessions(sessions, true)).toEqual({ visible: sessions, hiddenCount: 0 })
})
