import { getDefaultStore } from 'jotai'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { continueSession } from './session.check.ts'
import { forgetUser } from './session.signOutState.ts'
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

const cachedTopics = () => queryClient.getQueryData(['topics', 1])

test('clears the query cache only if a backup was restored meanwhile', () => {
  // The first known epoch is no change.
  queryClient.setQueryData(['topics', 1], '주제')
  continueSession({ ...reply, epoch: 'first' })
  expect(cachedTopics()).toBe('주제')

  continueSession({ ...reply, epoch: 'first' })
  expect(cachedTopics()).toBe('주제')

  continueSession({ ...reply, epoch: 'second' })
  expect(cachedTopics()).toBeUndefined()
  expect(getDefaultStore().get(authAtom).epoch).toBe('second')
})
