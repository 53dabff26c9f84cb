import { expect, test, vi } from 'vitest'
import { deleteOrphans, type StoredPicture } from './picture.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = 10 * DAY_MS

test('deletes pictures that no draft references after a day', async () => {
  const copy = (days: number, address?: string) => ({
    file: new Blob(),
    name: '산',
    keptAt: NOW - days * DAY_MS,
    ...(address && { address }),
  })
  const drop = vi.fn(async () => undefined)
  const copies = {
    all: async () => [
      ['today', copy(0.5)] as [string, ReturnType<typeof copy>],
      ['left', copy(2)] as [string, ReturnType<typeof copy>],
      ['waiting', copy(2)] as [string, ReturnType<typeof copy>],
      ['up', copy(2, '/pictures/a')] as [string, ReturnType<typeof copy>],
    ],
    find: async () => undefined,
    save: async () => undefined,
    delete: drop,
  }
  await deleteOrphans(7, NOW, copies, async () => ['![](upload:waiting)', '글 ![](/pictures/a)'])
  expect(drop).toHaveBeenCalledExactlyOnceWith(['left'])
})

test('deletes nothing if the drafts cannot be read', async () => {
  const drop = vi.fn(async () => undefined)
  const copies = {
    all: async () => [['left', { file: new Blob(), name: '산', keptAt: 0 }] as [string, StoredPicture]],
    find: async () => undefined,
    save: async () => undefined,
    delete: drop,
  }
  await deleteOrphans(7, NOW, copies, () => Promise.reject(new Error('silent')))
  expect(drop).not.toHaveBeenCalled()
})
