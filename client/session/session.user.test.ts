import { afterEach, expect, test } from 'vitest'
import { forgetUser } from './session.forget.ts'
import { enterSession } from './session.ts'
import { requireUser } from './session.user.ts'

afterEach(forgetUser)

const person = (userNo: number) =>
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

test('what one person has written does not go in the name of the next, nor in nobody’s', () => {
  const notSignedIn = expect.objectContaining({ code: 'notSignedIn', status: 401 })
  expect(() => requireUser(1)).toThrow(notSignedIn)

  enterSession(person(1))
  expect(() => requireUser(1)).not.toThrow()

  enterSession(person(2))
  expect(() => requireUser(1)).toThrow(notSignedIn)
  expect(() => requireUser(2)).not.toThrow()
})
