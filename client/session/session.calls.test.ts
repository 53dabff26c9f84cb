// @vitest-environment jsdom
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { SignedInView } from '#protocol/accounts.ts'
import { endSession, recordSignIn, startSession, storedToken } from './session.ts'
import './session.calls.ts'
import { tabsWithCopy, writeTabCopy } from './tabCopies.ts'

const user: SignedInView = {
  ...{ authenticated: true, authToken: 't', userNo: 1, email: '', username: '', privilege: 0 },
  ...{ mustChangePassword: false, stays: false, profPic: '', epoch: '' },
}

const other = new BroadcastChannel('geulmaru')
afterEach(() => vi.unstubAllGlobals())
afterAll(() => other.close())

test('a new password of another user does not sign that user in on the screen of an ended session', async () => {
  const fetch = vi.fn(async () => Response.json({ authenticated: false }))
  vi.stubGlobal('fetch', fetch)
  startSession(user)
  endSession()
  localStorage.setItem('signed_in', 'stays')
  other.postMessage({ kind: 'passwordChanged', userNo: 2 })
  const received = new Promise(resolve => other.addEventListener('message', resolve))
  other.postMessage({ kind: 'leaving', userNo: 1 })
  await received
  expect(fetch).not.toHaveBeenCalled()
})

test('the end of a session erases nothing of another user whom the device remembers', async () => {
  const response = Response.json({ ...user, userNo: 2, stays: true })
  vi.stubGlobal('fetch', async () => response)
  startSession({ ...user, stays: true })
  writeTabCopy('closed tab', { userNo: 2 })
  endSession()
  await vi.waitUntil(() => response.bodyUsed)
  expect(tabsWithCopy()).toEqual(['closed tab'])
})

test('a sign-out that a suspended tab learns of late leaves what the device remembers since', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ authenticated: false }))
  startSession(user)
  const at = Date.now() - 1
  recordSignIn()
  localStorage.setItem('signed_in', 'stays')
  writeTabCopy('closed tab', { userNo: 2 })
  other.postMessage({ kind: 'signedOut', userNo: 1, at })
  await vi.waitFor(() => expect(storedToken()).toBeNull())
  expect(localStorage.getItem('signed_in')).toBe('stays')
  expect(tabsWithCopy()).toEqual(['closed tab'])

  startSession({ ...user, stays: true })
  other.postMessage({ kind: 'signedOut', userNo: 1, at: Date.now() + 1 })
  await vi.waitFor(() => expect(tabsWithCopy()).toEqual([]))
  expect(localStorage.getItem('signed_in')).toBeNull()
})

test('a page of the history is reloaded after its user has signed out in a later page of the tab', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const restore = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  startSession(user)
  restore()
  expect(reload).not.toHaveBeenCalled()
  sessionStorage.removeItem('authToken')
  restore()
  expect(reload).toHaveBeenCalledOnce()
})
