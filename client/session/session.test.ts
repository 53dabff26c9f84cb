import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import type { SignedInView } from '#protocol/accounts.ts'
import {
  adoptToken,
  clearSession,
  endSession,
  isPasswordPromptOpenAtom,
  startSession,
  storedUser,
} from './session.ts'
import { requireUser } from './session.user.ts'

const store = getDefaultStore()
const user: SignedInView = {
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
  clearSession()
  startSession(user)
  return () => vi.unstubAllGlobals()
})

test('stores the user of the token until the session ends', () => {
  expect(storedUser()).toMatchObject({ userNo: 7, userEmail: 'siu@example.com', authToken: 'token' })
  endSession()
  expect(storedUser()).toBeNull()
  startSession(user)
  clearSession()
  expect(storedUser()).toBeNull()
})

test('does not assign a token to the previous user', () => {
  clearSession()
  adoptToken('of somebody else')
  expect(storedUser()).toBeNull()
})

test('takes over the user and the token of another tab', () => {
  const other = storedUser()
  clearSession()
  adoptToken('token', other)
  expect(storedUser()).toMatchObject({ userNo: 7, authToken: 'token', isLoggedIn: true })
})

test('opens the password prompt over the screen of an ended session', () => {
  store.set(isPasswordPromptOpenAtom, true)
  expect(store.get(isPasswordPromptOpenAtom)).toBe(false)
  endSession()
  expect(store.get(isPasswordPromptOpenAtom)).toBe(true)
  startSession(user)
  expect(store.get(isPasswordPromptOpenAtom)).toBe(false)
})

test('does not open the password prompt if the user has signed out meanwhile', () => {
  endSession()
  clearSession()
  store.set(isPasswordPromptOpenAtom, true)
  expect(store.get(isPasswordPromptOpenAtom)).toBe(false)
})

test('opens the password prompt at once when an administrator suspends the user', () => {
  endSession({ isSuspended: true })
  expect(store.get(isPasswordPromptOpenAtom)).toBe(true)
})

test('rejects content of a user who is not signed in', () => {
  const notSignedIn = expect.objectContaining({ code: 'notSignedIn', status: 401 })
  expect(() => requireUser(7)).not.toThrow()
  startSession({ ...user, userNo: 2 })
  expect(() => requireUser(7)).toThrow(notSignedIn)
  expect(() => requireUser(2)).not.toThrow()
  clearSession()
  expect(() => requireUser(2)).toThrow(notSignedIn)
})
