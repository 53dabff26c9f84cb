import { expect, test, vi } from 'vitest'
import type { PictureCopy } from './picture.copies.ts'
import { dropLeftovers } from './picture.orphans.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = 10 * DAY_MS

test('what no draft shows is deleted from this device after a day', async () => {
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
    keep: async () => undefined,
    drop,
  }
  await dropLeftovers(7, NOW, copies, async () => ['![](upload:waiting)', '글 ![](/pictures/a)'])
  expect(drop).toHaveBeenCalledExactlyOnceWith(['left'])
})

test('nothing is deleted while the device does not tell which drafts there are', async () => {
  const drop = vi.fn(async () => undefined)
  const copies = {
    all: async () => [['left', { file: new Blob(), name: '산', keptAt: 0 }] as [string, PictureCopy]],
    find: async () => undefined,
    keep: async () => undefined,
    drop,
  }
  await dropLeftovers(7, NOW, copies, () => Promise.reject(new Error('silent')))
  expect(drop).not.toHaveBeenCalled()
})
