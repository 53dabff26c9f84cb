// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from './session.ts'
import './session.calls.ts'

const other = new BroadcastChannel('geulmaru')
afterEach(() => {
  other.close()
  vi.unstubAllGlobals()
})

test('a new password of another user does not sign that user in on the screen of an ended session', async () => {
  const fetch = vi.fn(async () => Response.json({ authenticated: false }))
  vi.stubGlobal('fetch', fetch)
  startSession({
    ...{ authenticated: true, authToken: 't', userNo: 1, email: '', username: '', privilege: 0 },
    ...{ mustChangePassword: false, stays: false, profPic: '', epoch: '' },
  })
  endSession()
  localStorage.setItem('signed_in', 'stays')
  other.postMessage({ kind: 'passwordChanged', userNo: 2 })
  const received = new Promise(resolve => other.addEventListener('message', resolve))
  other.postMessage({ kind: 'leaving', userNo: 1 })
  await received
  expect(fetch).not.toHaveBeenCalled()
})
