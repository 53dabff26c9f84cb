import { expect, test } from 'vitest'
import { screenOf } from './screens.ts'

const screens = { '/': 'home', '/note': 'note', '/note/create': 'editor', '/lookaround/*': 'lookaround' }

test.each([
  ['/', 'home'],
  ['/note', 'note'],
  ['/Note/', 'note'],
  ['/note/create', 'editor'],
  ['/note/createx', undefined],
  ['/not', undefined],
  ['/lookaround/note', 'lookaround'],
  ['/lookaround', undefined],
  ['/lookaroundnote', undefined],
  ['//', 'home'],
])('%s shows %s', (pathname, screen) => {
  expect(screenOf(pathname, screens)).toBe(screen)
})
