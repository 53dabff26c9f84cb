import { expect, test } from 'vitest'
import { facesOf } from './memberFaces.rules.ts'

const ME = 3
const members = (count: number) => Array.from({ length: count }, (_, place) => ({ userNo: place + 1 }))
const nosOf = (faces: ReturnType<typeof facesOf>) => faces.shown.map(({ userNo }) => userNo)

test('who is here stands before who is not, and oneself after the others of each', () => {
  expect(nosOf(facesOf(members(4), new Set(), ME))).toEqual([1, 2, 4, 3])
  expect(nosOf(facesOf(members(4), new Set([ME, 4]), ME))).toEqual([4, 3, 1, 2])
})

test('of many some are shown, and all are counted', () => {
  const faces = facesOf(members(60), new Set([59, 60]), ME)
  expect(nosOf(faces)).toEqual([59, 60, 1, 2, 4])
  expect(faces.hiddenCount).toBe(55)
})

test('nobody is hidden behind a +1', () => {
  expect(facesOf(members(6), new Set(), ME)).toMatchObject({ shown: { length: 6 }, hiddenCount: 0 })
  expect(facesOf(members(7), new Set(), ME)).toMatchObject({ shown: { length: 5 }, hiddenCount: 2 })
})
