import { expect, test } from 'vitest'
import { paths } from '#client/paths.ts'
import { administratorMenu, memberMenu, menuScreen, selectedItem, visitorMenu } from './menu.ts'

test('every screen of a feature selects its item', () => {
  expect(selectedItem(memberMenu, '/note/update')?.path).toBe('/topics')
  expect(selectedItem(memberMenu, '/discussion')?.path).toBe('/friends')
  expect(selectedItem(memberMenu, '/agora')?.path).toBe('/agora')
  expect(selectedItem(administratorMenu, '/administration')?.path).toBe('/administration')
  expect(selectedItem(administratorMenu, '/managenotice')?.path).toBe('/administration')
  expect(selectedItem(visitorMenu, '/user/signin')?.path).toBe('/user/signin')
})

test('a note belongs to the room in which it is read', () => {
  const itemAt = (pathname: string, search: string) =>
    selectedItem(memberMenu, menuScreen({ pathname, search }))
  expect(itemAt('/note', '?no=3&hub=4')?.path).toBe('/friends')
  expect(itemAt('/note', '?no=3')?.path).toBe('/topics')
})

test('for members the notes are selected where no item fits, for visitors nothing is', () => {
  for (const menu of [memberMenu, administratorMenu])
    expect(selectedItem(menu, '/home')?.path).toBe('/topics')
  expect(selectedItem(visitorMenu, '/home')).toBeUndefined()
})

test('the inbox and one’s own data belong to no item', () => {
  for (const screen of [paths.inbox, paths.myInfo])
    expect(selectedItem(administratorMenu, screen)).toBeUndefined()
})
