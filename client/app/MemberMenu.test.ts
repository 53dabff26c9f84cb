import { expect, test } from 'vitest'
import { paths } from '#client/paths.ts'
import { administratorMenu, memberMenu, selectedItem } from './MemberMenu.tsx'
import { menuScreen } from './MenuLink.tsx'
import { memberScreens } from './screens.tsx'

test('selects the item of a feature on each of its screens', () => {
  expect(selectedItem(memberMenu, '/note/update')?.path).toBe('/topics')
  expect(selectedItem(memberMenu, '/discussion')?.path).toBe('/friends')
  expect(selectedItem(memberMenu, '/agora')?.path).toBe('/agora')
  expect(selectedItem(administratorMenu, '/administration')?.path).toBe('/administration')
  expect(selectedItem(administratorMenu, '/managenotice')?.path).toBe('/administration')
  expect(selectedItem(administratorMenu, '/administration/status')?.path).toBe('/administration')
})

test('selects the hubs for a note in a hub', () => {
  const itemAt = (pathname: string, search: string) =>
    selectedItem(memberMenu, menuScreen({ pathname, search }))
  expect(itemAt('/note', '?no=3&hub=4')?.path).toBe('/friends')
  expect(itemAt('/note', '?no=3')?.path).toBe('/topics')
})

test('selects the notes by default', () => {
  for (const menu of [memberMenu, administratorMenu])
    expect(selectedItem(menu, '/home')?.path).toBe('/topics')
})

test('selects no item for the inbox and the account', () => {
  for (const screen of [paths.inbox, paths.myInfo])
    expect(selectedItem(administratorMenu, screen)).toBeUndefined()
})

test('every screen of members has its item, or is known to have none', () => {
  const missing = Object.keys(memberScreens).filter(screen => {
    const item = selectedItem(administratorMenu, screen)
    return item !== undefined && !item.screens.includes(screen)
  })
  expect(missing, 'Add them to an item, or to screensWithoutItem, in client/app/MemberMenu.tsx').toEqual([])
})
