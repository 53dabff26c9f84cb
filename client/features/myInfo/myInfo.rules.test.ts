import { expect, test } from 'vitest'
import { flawOf, foldedSessions } from './myInfo.rules.ts'

const entries = { mobile: '', password: '', passwordConfirm: '' }

test('nothing has to be entered', () => {
  expect(flawOf('mobile', entries)).toBeUndefined()
  expect(flawOf('password', entries)).toBeUndefined()
  expect(flawOf('passwordConfirm', entries)).toBeUndefined()
})

test('a new password has 8 to 15 characters', () => {
  const flawOfPassword = (length: number) => flawOf('password', { ...entries, password: 'x'.repeat(length) })
  expect([7, 8, 15, 16].map(flawOfPassword)).toEqual([
    'accounts.newPasswordLength',
    undefined,
    undefined,
    'accounts.newPasswordLength',
  ])
})

test('its confirmation is the same, also when the password was emptied again', () => {
  expect(flawOf('passwordConfirm', { ...entries, passwordConfirm: 'left over' })).toBe(
    'accounts.passwordMismatch',
  )
})

test('a mobile number has its digits, however they are written', () => {
  expect(flawOf('mobile', { ...entries, mobile: '010-1234-5678' })).toBeUndefined()
  expect(flawOf('mobile', { ...entries, mobile: '1234' })).toBe('accounts.mobileInvalid')
})

test('of a thousand sessions the first few are shown until all are asked for', () => {
  const sessions = Array.from({ length: 1000 }, (_, index) => index)
  expect(foldedSessions(sessions.slice(0, 6), false)).toEqual({ shown: [0, 1, 2, 3, 4, 5], more: 0 })
  expect(foldedSessions(sessions, false)).toEqual({ shown: [0, 1, 2, 3, 4], more: 995 })
  expect(foldedSessions(sessions, true)).toEqual({ shown: sessions, more: 0 })
})
