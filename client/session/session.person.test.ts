import { beforeEach, expect, test, vi } from 'vitest'
import type { SignedInView } from '#protocol/accounts.ts'
import { adoptToken, endSession, enterSession, leaveSession, storedPerson } from './session.ts'

const person: SignedInView = {
  authenticated: true,
  authToken: 'token',
  userNo: 7,
  username: '박시우',
  email: 'siu@example.com',
  privilege: 0,
  mustChangePassword: false,
  stays: false,
  profPic: '',
  epoch: '',
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/topics', search: '' })
  leaveSession()
  enterSession(person)
  return () => vi.unstubAllGlobals()
})

test('a tab knows whose token it has until the session ends', () => {
  expect(storedPerson()).toMatchObject({ userNo: 7, userEmail: 'siu@example.com', authToken: 'token' })
  endSession()
  expect(storedPerson()).toBeNull()
  enterSession(person)
  leaveSession()
  expect(storedPerson()).toBeNull()
})

test('a token is never taken for that of the person before', () => {
  leaveSession()
  adoptToken('of somebody else')
  expect(storedPerson()).toBeNull()
})

test('another tab hands over its person with the token', () => {
  const other = storedPerson()
  leaveSession()
  adoptToken('token', other)
  expect(storedPerson()).toMatchObject({ userNo: 7, authToken: 'token', isLoggedIn: true })
})
