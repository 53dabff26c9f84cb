import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { useIsLeaving } from './useIsLeaving.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function Screen({ tell }: { tell: (isLeaving: () => boolean) => void }) {
  tell(useIsLeaving())
  return null
}

/** What a screen at `/note/new`, entered as the entry `here`, is told while the browser is at another place. */
function isLeavingTo(pathname: string, state: unknown): boolean {
  let isLeaving = () => false
  renderToString(
    <MemoryRouter initialEntries={[{ pathname: '/note/new', key: 'here' }]}>
      <Screen
        tell={asked => {
          isLeaving = asked
        }}
      />
    </MemoryRouter>,
  )
  vi.stubGlobal('window', { location: { pathname }, history: { state } })
  return isLeaving()
}

test.each([
  ['where it is', '/note/new', { key: 'here' }, false],
  ['at another page of the same list', '/note/new', { key: 'next' }, false],
  ['at another screen', '/friends', { key: 'next' }, true],
  ['at the first of all', '/home', null, true],
  ['in the same entry under another address', '/note/update', { key: 'here' }, false],
])('a screen of which the browser is %s', (_, pathname, state, leaves) => {
  expect(isLeavingTo(pathname, state)).toBe(leaves)
})
