import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { ifStillHere, useIsLeaving } from './navigation.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

function setAddress(address: string): void {
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
])('ifStillHere: a response that arrives at %s', (_, before, now, isCalled) => {
  const navigate = vi.fn()
  setAddress(before)
  const navigateIfStillHere = ifStillHere(navigate)
  setAddress(now)
  navigateIfStillHere(7)
  expect(navigate.mock.calls).toEqual(isCalled ? [[7]] : [])
})

function Screen({ onRender }: { onRender: (isLeaving: () => boolean) => void }) {
  onRender(useIsLeaving())
  return null
}

/** Renders a screen at `/note/new` in the history entry `here`, then moves the browser elsewhere. */
function isLeavingTo(pathname: string, state: unknown): boolean {
  let isLeaving = () => false
  renderToString(
    <MemoryRouter initialEntries={[{ pathname: '/note/new', key: 'here' }]}>
      <Screen
        onRender={result => {
          isLeaving = result
        }}
      />
    </MemoryRouter>,
  )
  vi.stubGlobal('window', { location: { pathname }, history: { state } })
  return isLeaving()
}

test.each([
  ['at the same address', '/note/new', { key: 'here' }, false],
  ['at another page of the same list', '/note/new', { key: 'next' }, false],
  ['at another screen', '/friends', { key: 'next' }, true],
  ['at the first entry of the history', '/home', null, true],
  ['in the same entry with another address', '/note/update', { key: 'here' }, false],
])('useIsLeaving: the browser is %s', (_, pathname, state, expected) => {
  expect(isLeavingTo(pathname, state)).toBe(expected)
})
