import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './testing/storage.ts'

beforeEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})
// What these pages keep is nothing to the files that come after.
afterAll(() => void vi.resetModules())

/** The hosts as a page sees them that is opened now. */
const openPage = () => import('./picture.consent.ts')

test('a host that was allowed is allowed from then on, and others are not', async () => {
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

test('it can be taken back, and the last one leaves nothing behind', async () => {
  const stored = fakeStorage({ picture_hosts: 'a.kr b.kr' })
  const { forbidHost, allowedHosts } = await openPage()
  forbidHost('a.kr')
  expect(allowedHosts()).toEqual(['b.kr'])
  expect(stored.get('picture_hosts')).toBe('b.kr')
  forbidHost('b.kr')
  expect(stored.has('picture_hosts')).toBe(false)
})

test('the list is bounded: the oldest is asked about again', async () => {
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

test('another tab is heard', async () => {
  const stored = fakeStorage()
  const received: ((event: { key: string | null }) => void)[] = []
  vi.stubGlobal('window', {
    addEventListener: (_: string, receive: (typeof received)[number]) => received.push(receive),
  })
  const { allowedHosts } = await openPage()
  const tell = (key: string | null) => received.forEach(receive => void receive({ key }))

  stored.set('picture_hosts', 'a.kr')
  tell('color_mode')
  expect(allowedHosts()).toEqual([])
  tell('picture_hosts')
  expect(allowedHosts()).toEqual(['a.kr'])
  stored.clear()
  tell(null)
  expect(allowedHosts()).toEqual([])
})

test('where nothing may be stored, a choice holds until the page is left', async () => {
  const { allowHost, allowedHosts } = await openPage()
  allowHost('a.kr')
  allowHost('b.kr')
  expect(allowedHosts()).toEqual(['a.kr', 'b.kr'])
})
