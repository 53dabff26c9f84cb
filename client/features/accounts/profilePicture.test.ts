import { expect, test } from 'vitest'
import { PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { centerSquare, checkPicture } from './profilePicture.ts'

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0)
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const gif = new TextEncoder().encode('GIF89a..')

test('recognizes a picture by its first bytes', () => {
  expect(checkPicture(jpeg, 100)).toEqual({ type: 'image/jpeg' })
  expect(checkPicture(png, 100)).toEqual({ type: 'image/png' })
  expect(checkPicture(gif, 100)).toEqual({ validationError: 'accounts.pictureType' })
  expect(checkPicture(png.subarray(0, 4), 4)).toEqual({ validationError: 'accounts.pictureType' })
  expect(checkPicture(new Uint8Array(), 0)).toEqual({ validationError: 'accounts.pictureType' })
})

test('allows ten megabytes and not one byte more', () => {
  expect(checkPicture(jpeg, PICTURE_BYTES_MAX)).toEqual({ type: 'image/jpeg' })
  expect(checkPicture(jpeg, PICTURE_BYTES_MAX + 1)).toEqual({ validationError: 'accounts.pictureTooLarge' })
})

test('crops landscape and portrait pictures to the center', () => {
  expect(centerSquare({ width: 400, height: 300 })).toEqual({ x: 50, y: 0, side: 300 })
  expect(centerSquare({ width: 300, height: 500 })).toEqual({ x: 0, y: 100, side: 300 })
})
