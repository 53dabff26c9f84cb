import { getDefaultStore } from 'jotai'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { SignedInView } from '#protocol/accounts.ts'
import { asksAgainAtom, endSession, enterSession, leaveSession } from './session.ts'

const store = getDefaultStore()
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

afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/topics', search: '' })
  leaveSession()
  enterSession(person)
})

test('over the screen of an ended session the password is asked for again', () => {
  store.set(asksAgainAtom, true)
  expect(store.get(asksAgainAtom)).toBe(false)
  endSession()
  expect(store.get(asksAgainAtom)).toBe(true)
  enterSession(person)
  expect(store.get(asksAgainAtom)).toBe(false)
})

test('who has signed out meanwhile is not asked, though a screen asks a moment later', () => {
  endSession()
  leaveSession()
  store.set(asksAgainAtom, true)
  expect(store.get(asksAgainAtom)).toBe(false)
})

test('an administrator who suspends somebody ends what they have open, and it is asked at once', () => {
  endSession({ isSuspended: true })
  expect(store.get(asksAgainAtom)).toBe(true)
})
