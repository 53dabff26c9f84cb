import { expect, test } from 'vitest'
import { NOTE_PICTURE_AREA } from './limits.ts'
import { storedPictureSize } from './notePictures.ts'

const kept = (width: number, height: number) => {
  const size = storedPictureSize({ width, height })
  return [size.width, size.height]
}

test('limits the width and the area, and keeps long pictures readable', () => {
  expect(kept(40, 30)).toEqual([40, 30])
  expect(kept(3200, 1200)).toEqual([1600, 600])
  expect(kept(200, 9000)).toEqual([200, 9000])
  expect(kept(1080, 8000)).toEqual([1080, 8000])
  expect(kept(2000, 20_000)).toEqual([949, 9487])
  expect(kept(1, 50_000_000)).toEqual([1, 9999])
  expect(kept(50_000_000, 1)).toEqual([1600, 1])
  const [width = 0, height = 0] = kept(4000, 12_500)
  expect(width * height).toBeLessThan(NOTE_PICTURE_AREA * 1.001)
})
