import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './testing/storage.ts'

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})
// What these pages keep is nothing to the files that come after.
afterAll(() => void vi.resetModules())

const openPage = () => import('./picture.sizes.ts')

test('a size is known on the next visit, and the address is not told', async () => {
  const stored = fakeStorage()
  const { rememberSize } = await openPage()
  rememberSize('https://a.kr/secret.png', { width: 800, height: 600 })
  rememberSize('https://a.kr/b.png', { width: 16, height: 16 })
  expect(stored.get('picture_sizes')).toMatch(/^[\da-z]+:800x600 [\da-z]+:16x16$/)

  vi.resetModules()
  const { sizeOf } = await openPage()
  expect(sizeOf('https://a.kr/secret.png')).toEqual({ width: 800, height: 600 })
  expect(sizeOf('https://a.kr/other.png')).toBeUndefined()
})

test('a picture that changed is known as it is now; one without a size is not', async () => {
  fakeStorage()
  const { rememberSize, sizeOf } = await openPage()
  rememberSize('https://a.kr/b.png', { width: 800, height: 600 })
  rememberSize('https://a.kr/b.png', { width: 600, height: 800 })
  rememberSize('https://a.kr/c.svg', { width: 0, height: 0 })
  expect(sizeOf('https://a.kr/b.png')).toEqual({ width: 600, height: 800 })
  expect(sizeOf('https://a.kr/c.svg')).toBeUndefined()
})

test('what another tab remembered meanwhile stays', async () => {
  fakeStorage()
  const here = await openPage()
  vi.resetModules()
  const there = await openPage()
  here.rememberSize('https://a.kr/here.png', { width: 1, height: 2 })
  there.rememberSize('https://a.kr/there.png', { width: 3, height: 4 })
  vi.resetModules()
  const { sizeOf } = await openPage()
  expect(sizeOf('https://a.kr/here.png')).toEqual({ width: 1, height: 2 })
  expect(sizeOf('https://a.kr/there.png')).toEqual({ width: 3, height: 4 })
})

test('five hundred are remembered, and what is stored but makes no sense is passed over', async () => {
  const stored = fakeStorage({ picture_sizes: 'nonsense {} a:1x b:5x6;color:red c:7x8' })
  const { rememberSize } = await openPage()
  const size = { width: 10, height: 10 }
  rememberSize('https://a.kr/0', size)
  expect(stored.get('picture_sizes')).toMatch(/^c:7x8 [\da-z]+:10x10$/)
  for (let number = 1; number <= 500; number++) rememberSize(`https://a.kr/${number}`, size)
  expect(stored.get('picture_sizes')?.split(' ')).toHaveLength(500)
  expect((await openPage()).sizeOf('https://a.kr/0')).toBeUndefined()
})
