import { getDefaultStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import type { PersistedUser } from './persistedCache/persistedCache.store.ts'
import { restorePersisted } from './persistedCache/persistence.ts'
import { checkSession, continueSession } from './session.check.ts'
import { forgetUser } from './session.signOutState.ts'
import { authAtom, authStatusAtom, startSession } from './session.ts'

vi.mock(import('./persistedCache/persistedCache.store.ts'), async importOriginal => ({
  ...(await importOriginal()),
  readPersisted: async () => ({
    user: { userNo: 2 } as PersistedUser,
    queries: [{ queryKey: ['topics', 1], data: '다른 사람의 주제', updatedAt: 1 }],
  }),
}))

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
  vi.unstubAllGlobals()
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

test('an open screen does not pass to another user whom the device remembers', async () => {
  vi.stubGlobal('location', { pathname: '/topics', search: '' })
  vi.stubGlobal('fetch', async () =>
    Response.json({ ...reply, epoch: '', userNo: 2, authToken: 'of another' }),
  )
  startSession({ ...reply, epoch: '' })
  await checkSession()
  expect(getDefaultStore().get(authStatusAtom)).toBe('ended')
  expect(getDefaultStore().get(authAtom)).toMatchObject({ userNo: 1, authToken: '' })
})

test('restores nothing for a tab with the token of another user', async () => {
  expect(await restorePersisted(1)).toBeNull()
  expect(cachedTopics()).toBeUndefined()
  expect(await restorePersisted(2)).toEqual({ userNo: 2 })
  expect(cachedTopics()).toBe('다른 사람의 주제')
})
