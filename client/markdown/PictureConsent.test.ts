import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './testing/storage.ts'

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})
// Other test files must not share the module state.
afterAll(() => void vi.resetModules())

/** Loads the module as a new page does. */
const openPage = () => import('./PictureConsent.tsx')

test('allows a host permanently, and no others', async () => {
  const stored = fakeStorage()
  const { allowHost, allowedHosts } = await openPage()
  expect(allowedHosts()).toEqual([])
  allowHost('a.kr')
  allowHost('b.kr:8443')
  expect(allowedHosts()).toEqual(['a.kr', 'b.kr:8443'])
  expect(stored.get('picture_hosts')).toBe('a.kr b.kr:8443')

  vi.resetModules()
  expect((await openPage()).allowedHosts()).toEqual(['a.kr', 'b.kr:8443'])
})

test('forbids a host, and removes the storage key after the last one', async () => {
  const stored = fakeStorage({ picture_hosts: 'a.kr b.kr' })
  const { forbidHost, allowedHosts } = await openPage()
  forbidHost('a.kr')
  expect(allowedHosts()).toEqual(['b.kr'])
  expect(stored.get('picture_hosts')).toBe('b.kr')
  forbidHost('b.kr')
  expect(stored.has('picture_hosts')).toBe(false)
})

test('forgets the oldest host beyond the limit', async () => {
  fakeStorage()
  const { allowHost, allowedHosts } = await openPage()
  for (let number = 0; number <= 200; number++) allowHost(`a${number}.kr`)
  allowHost('a1.kr')
  allowHost('new.kr')
  expect(allowedHosts()).toHaveLength(200)
  expect(allowedHosts()).toContain('a1.kr')
  expect(allowedHosts()).not.toContain('a0.kr')
  expect(allowedHosts()).not.toContain('a2.kr')
})

test('applies changes of other tabs', async () => {
  const stored = fakeStorage()
  const listeners: ((event: { key: string | null }) => void)[] = []
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (typeof listeners)[number]) => listeners.push(listener),
  })
  const { allowedHosts } = await openPage()
  const dispatchStorageEvent = (key: string | null) => listeners.forEach(listener => void listener({ key }))

  stored.set('picture_hosts', 'a.kr')
  dispatchStorageEvent('color_mode')
  expect(allowedHosts()).toEqual([])
  dispatchStorageEvent('picture_hosts')
  expect(allowedHosts()).toEqual(['a.kr'])
  stored.clear()
  dispatchStorageEvent(null)
  expect(allowedHosts()).toEqual([])
})

test('keeps a choice in memory without storage', async () => {
  const { allowHost, allowedHosts } = await openPage()
  allowHost('a.kr')
  allowHost('b.kr')
  expect(allowedHosts()).toEqual(['a.kr', 'b.kr'])
})
