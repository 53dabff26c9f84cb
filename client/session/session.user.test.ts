import { afterEach, expect, test } from 'vitest'
import { forgetUser } from './session.signOutState.ts'
import { startSession } from './session.ts'
import { requireUser } from './session.user.ts'

afterEach(forgetUser)

const userView = (userNo: number) =>
  ({
    authenticated: true,
    authToken: `token of ${userNo}`,
    userNo,
    email: `${userNo}@example.com`,
    username: '지은이',
    privilege: 0,
    mustChangePassword: false,
    stays: false,
    profPic: '',
    epoch: 'first',
  }) as const

test('rejects content of a user who is not signed in', () => {
  const notSignedIn = expect.objectContaining({ code: 'notSignedIn', status: 401 })
  expect(() => requireUser(1)).toThrow(notSignedIn)

  startSession(userView(1))
  expect(() => requireUser(1)).not.toThrow()

  startSession(userView(2))
  expect(() => requireUser(1)).toThrow(notSignedIn)
  expect(() => requireUser(2)).not.toThrow()
})
