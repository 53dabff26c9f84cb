import { expect, test, vi } from 'vitest'
import { deleteOrphans, type StoredPicture } from './picture.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = 10 * DAY_MS

const storedFor = (days: number, address?: string): StoredPicture => ({
  ...{ file: new Blob(), name: '산', keptAt: NOW - days * DAY_MS },
  ...(address && { address }),
})

function setUp(pictures: Record<string, StoredPicture>) {
  const deletePictures = vi.fn(async () => undefined)
  const none = async () => undefined
  const store = { all: async () => Object.entries(pictures), find: none, save: none, delete: deletePictures }
  return { store, deletePictures }
}

test('deletes pictures that no draft references after a day', async () => {
  const { store, deletePictures } = setUp({
    today: storedFor(0.5),
    left: storedFor(2, '/pictures/b'),
    waiting: storedFor(2, '/pictures/c'),
    up: storedFor(2, '/pictures/a'),
  })
  await deleteOrphans(7, NOW, store, async () => ['![](upload:waiting)', '글 ![](/pictures/a)'])
  expect(deletePictures).toHaveBeenCalledExactlyOnceWith(['left'])
})

test('keeps pictures for a month that were not uploaded, because a saved note may wait for them', async () => {
  const { store, deletePictures } = setUp({ waiting: storedFor(29), old: storedFor(31) })
  await deleteOrphans(7, NOW, store, async () => [])
  expect(deletePictures).toHaveBeenCalledExactlyOnceWith(['old'])
})

test('deletes nothing if the drafts cannot be read', async () => {
  const { store, deletePictures } = setUp({ left: storedFor(40) })
  await deleteOrphans(7, NOW, store, () => Promise.reject(new Error('silent')))
  expect(deletePictures).not.toHaveBeenCalled()
})
