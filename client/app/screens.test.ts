import { expect, test } from 'vitest'
import { paths } from '#client/paths.ts'
import { memberScreens, openScreens } from './screens.tsx'

test('every screen has an address in paths.ts', () => {
  const addresses = Object.values<unknown>(paths).map(path =>
    String(typeof path === 'function' ? Reflect.apply(path, undefined, [1, 1]) : path).replace(/\?.*/, ''),
  )
  expect(addresses).toContain('/note/create')
  const screens = Object.keys({ ...openScreens, ...memberScreens }).filter(path => !path.endsWith('/*'))
  expect(
    screens.filter(path => !addresses.includes(path)),
    'These are missing in client/paths.ts',
  ).toEqual([])
})
