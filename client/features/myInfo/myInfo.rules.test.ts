import { expect, test } from 'vitest'
import { flawOf } from './myInfo.rules.ts'

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
