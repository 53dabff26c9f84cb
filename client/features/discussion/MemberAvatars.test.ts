import { expect, test } from 'vitest'
import { pickVisibleMembers } from './MemberAvatars.tsx'

const ME = 3
const members = (count: number) => Array.from({ length: count }, (_, place) => ({ userNo: place + 1 }))
const nosOf = (faces: ReturnType<typeof pickVisibleMembers>) => faces.shown.map(({ userNo }) => userNo)

test('sorts present members first, and the user last of each group', () => {
  expect(nosOf(pickVisibleMembers(members(4), new Set(), ME))).toEqual([1, 2, 4, 3])
  expect(nosOf(pickVisibleMembers(members(4), new Set([ME, 4]), ME))).toEqual([4, 3, 1, 2])
})

test('shows some members and counts the rest', () => {
  const faces = pickVisibleMembers(members(60), new Set([59, 60]), ME)
  expect(nosOf(faces)).toEqual([59, 60, 1, 2, 4])
  expect(faces.hiddenCount).toBe(55)
})

test('hides nobody behind "+1"', () => {
  expect(pickVisibleMembers(members(6), new Set(), ME)).toMatchObject({
    shown: { length: 6 },
    hiddenCount: 0,
  })
  expect(pickVisibleMembers(members(7), new Set(), ME)).toMatchObject({
    shown: { length: 5 },
    hiddenCount: 2,
  })
})
