// @vitest-environment jsdom
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from './session.ts'
import './session.calls.ts'
import { tabsWithCopy, writeTabCopy } from './tabCopies.ts'

const user = {
  ...{ authenticated: true, authToken: 't', userNo: 1, email: '', username: '', privilege: 0 },
  ...{ mustChangePassword: false, stays: false, profPic: '', epoch: '' },
} as const

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
  const fetch = vi.fn(async () => Response.json({ ...user, userNo: 2, stays: true }))
  vi.stubGlobal('fetch', fetch)
  startSession({ ...user, stays: true })
  writeTabCopy('closed tab', { userNo: 2 })
  endSession()
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  await new Promise(resolve => setTimeout(resolve))
  expect(tabsWithCopy()).toEqual(['closed tab'])
})
