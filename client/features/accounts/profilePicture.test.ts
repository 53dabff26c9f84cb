import { expect, test } from 'vitest'
import { PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { centerSquare, checkPicture } from './profilePicture.ts'

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0)
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const gif = new TextEncoder().encode('GIF89a..')

test.each([
  ['a JPEG', jpeg, 100, { type: 'image/jpeg' }],
  ['a PNG', png, 100, { type: 'image/png' }],
  ['another type', gif, 100, { validationError: 'accounts.pictureType' }],
  ['half a signature', png.subarray(0, 4), 4, { validationError: 'accounts.pictureType' }],
  ['an empty file', new Uint8Array(), 0, { validationError: 'accounts.pictureType' }],
  ['ten megabytes', jpeg, PICTURE_BYTES_MAX, { type: 'image/jpeg' }],
  ['one byte more', jpeg, PICTURE_BYTES_MAX + 1, { validationError: 'accounts.pictureTooLarge' }],
])('recognizes %s by its first bytes and its size', (_, start, sizeBytes, result) => {
  expect(checkPicture(start, sizeBytes)).toEqual(result)
})

test('crops landscape and portrait pictures to the center', () => {
  expect(centerSquare({ width: 400, height: 300 })).toEqual({ x: 50, y: 0, side: 300 })
  expect(centerSquare({ width: 300, height: 500 })).toEqual({ x: 0, y: 100, side: 300 })
})
