import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { goOnInSession } from './session.epoch.ts'
import { forgetUser } from './session.forget.ts'
import { authAtom } from './session.ts'

const reply = {
  authenticated: true,
  authToken: 'token',
  userNo: 1,
  email: 'jieun@example.com',
  username: '지은이',
  privilege: 0,
  mustChangePassword: false,
  stays: false,
  profPic: '',
} as const

afterEach(() => {
  queryClient.clear()
  forgetUser()
})

const fetchedPersisted = () => queryClient.getQueryData(['topics', 1])

test('what was fetched goes when the data was restored meanwhile, and stays otherwise', () => {
  // The first that is heard of is no other one.
  queryClient.setQueryData(['topics', 1], '주제')
  goOnInSession({ ...reply, epoch: 'first' })
  expect(fetchedPersisted()).toBe('주제')

  goOnInSession({ ...reply, epoch: 'first' })
  expect(fetchedPersisted()).toBe('주제')

  goOnInSession({ ...reply, epoch: 'second' })
  expect(fetchedPersisted()).toBeUndefined()
  expect(getDefaultStore().get(authAtom).epoch).toBe('second')
})
