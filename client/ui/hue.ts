/** In degrees: neighbouring numbers land far apart on the colour circle. */
const GOLDEN_ANGLE = 137.508

/** The hue of a user's default picture, in whole degrees from 0 to 359. */
export function hueOf(userNo: number): number {
  return Math.floor((userNo * GOLDEN_ANGLE) % 360)
}
