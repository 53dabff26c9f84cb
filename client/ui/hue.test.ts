import { expect, test } from 'vitest'
import { hueOf } from './hue.ts'

const apart = (a: number, b: number) => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

test('a user keeps one hue, on the colour circle', () => {
  for (const userNo of [1, 2, 77, 100_000]) {
    expect(hueOf(userNo)).toBe(hueOf(userNo))
    expect(hueOf(userNo)).toBeGreaterThanOrEqual(0)
    expect(hueOf(userNo)).toBeLessThan(360)
  }
})

test('people who signed up one after the other are told apart', () => {
  for (let userNo = 1; userNo < 50; userNo++) {
    expect(apart(hueOf(userNo), hueOf(userNo + 1))).toBeGreaterThan(90)
    expect(apart(hueOf(userNo), hueOf(userNo + 2))).toBeGreaterThan(30)
  }
})
