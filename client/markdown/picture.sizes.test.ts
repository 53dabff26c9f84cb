import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './testing/storage.ts'

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})
// Other test files must not share the module state.
afterAll(() => void vi.resetModules())

const openPage = () => import('./picture.sizes.ts')

test('knows a size on the next visit, without storing the address', async () => {
  const stored = fakeStorage()
  const { saveSize } = await openPage()
  saveSize('https://a.kr/secret.png', { width: 800, height: 600 })
  saveSize('https://a.kr/b.png', { width: 16, height: 16 })
  expect(stored.get('picture_sizes')).toMatch(/^[\da-z]+:800x600 [\da-z]+:16x16$/)

  vi.resetModules()
  const { knownSizeOf } = await openPage()
  expect(knownSizeOf('https://a.kr/secret.png')).toEqual({ width: 800, height: 600 })
  expect(knownSizeOf('https://a.kr/other.png')).toBeUndefined()
})

test('updates a changed size and ignores a missing one', async () => {
  fakeStorage()
  const { saveSize, knownSizeOf } = await openPage()
  saveSize('https://a.kr/b.png', { width: 800, height: 600 })
  saveSize('https://a.kr/b.png', { width: 600, height: 800 })
  saveSize('https://a.kr/c.svg', { width: 0, height: 0 })
  expect(knownSizeOf('https://a.kr/b.png')).toEqual({ width: 600, height: 800 })
  expect(knownSizeOf('https://a.kr/c.svg')).toBeUndefined()
})

test('keeps sizes that another tab has saved', async () => {
  fakeStorage()
  const here = await openPage()
  vi.resetModules()
  const there = await openPage()
  here.saveSize('https://a.kr/here.png', { width: 1, height: 2 })
  there.saveSize('https://a.kr/there.png', { width: 3, height: 4 })
  vi.resetModules()
  const { knownSizeOf } = await openPage()
  expect(knownSizeOf('https://a.kr/here.png')).toEqual({ width: 1, height: 2 })
  expect(knownSizeOf('https://a.kr/there.png')).toEqual({ width: 3, height: 4 })
})

test('stores at most 500 sizes and ignores invalid entries', async () => {
  const stored = fakeStorage({ picture_sizes: 'nonsense {} a:1x b:5x6;color:red c:7x8' })
  const { saveSize } = await openPage()
  const size = { width: 10, height: 10 }
  saveSize('https://a.kr/0', size)
  expect(stored.get('picture_sizes')).toMatch(/^c:7x8 [\da-z]+:10x10$/)
  for (let number = 1; number <= 500; number++) saveSize(`https://a.kr/${number}`, size)
  expect(stored.get('picture_sizes')?.split(' ')).toHaveLength(500)
  expect((await openPage()).knownSizeOf('https://a.kr/0')).toBeUndefined()
})
