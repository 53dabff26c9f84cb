import { afterEach, expect, test, vi } from 'vitest'
import { ifStillHere } from './ifStillHere.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function at(address: string): void {
  const { pathname, search } = new URL(address, 'http://localhost')
  vi.stubGlobal('window', { location: { pathname, search } })
}

test.each([
  ['the same address', '/friends', '/friends', true],
  ['another page of the same list', '/friends?page=2', '/friends', true],
  ['another filter of the same list', '/friends?only=unread&page=2', '/friends?page=3', true],
  ['another screen', '/friends', '/topics', false],
  ['another room on the same screen', '/discussion?hub=1', '/discussion?hub=2', false],
  ['another note on the same screen', '/note?no=1', '/note?no=1&hub=2', false],
])('an answer that comes at %s', (_, asked, now, leads) => {
  const lead = vi.fn()
  at(asked)
  const leadOn = ifStillHere(lead)
  at(now)
  leadOn(7)
  expect(lead.mock.calls).toEqual(leads ? [[7]] : [])
})
