import { expect, test } from 'vitest'
import { pickVisibleMembers } from './MemberList.tsx'

const ME = { myNo: 3, max: 5 }
const members = (count: number) => Array.from({ length: count }, (_, place) => ({ userNo: place + 1 }))
const nosOf = (faces: ReturnType<typeof pickVisibleMembers>) => faces.shown.map(({ userNo }) => userNo)

test('sorts present members first, and the user last of each group', () => {
  expect(nosOf(pickVisibleMembers(members(4), new Set(), ME))).toEqual([1, 2, 4, 3])
  expect(nosOf(pickVisibleMembers(members(4), new Set([ME.myNo, 4]), ME))).toEqual([4, 3, 1, 2])
  expect(nosOf(pickVisibleMembers(members(60), new Set([59, 60]), ME))).toEqual([59, 60, 1, 2, 4])
})

test.each([
  [6, 6, 0],
  [7, 5, 2],
  [60, 5, 55],
])('of %i members shows %i and counts %i, but hides nobody behind "+1"', (count, shownCount, hiddenCount) => {
  const faces = pickVisibleMembers(members(count), new Set(), ME)
  expect(faces).toMatchObject({ shown: { length: shownCount }, hiddenCount })
})
