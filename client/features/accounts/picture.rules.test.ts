import { expect, test } from 'vitest'
import { PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { judgePicture, middleSquare } from './picture.rules.ts'

const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0)
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const gif = new TextEncoder().encode('GIF89a..')

test('a picture is known by its first bytes', () => {
  expect(judgePicture(jpeg, 100)).toEqual({ type: 'image/jpeg' })
  expect(judgePicture(png, 100)).toEqual({ type: 'image/png' })
  expect(judgePicture(gif, 100)).toEqual({ validationError: 'accounts.pictureType' })
  expect(judgePicture(png.subarray(0, 4), 4)).toEqual({ validationError: 'accounts.pictureType' })
  expect(judgePicture(new Uint8Array(), 0)).toEqual({ validationError: 'accounts.pictureType' })
})

test('ten megabytes are allowed, one byte more is not', () => {
  expect(judgePicture(jpeg, PICTURE_BYTES_MAX)).toEqual({ type: 'image/jpeg' })
  expect(judgePicture(jpeg, PICTURE_BYTES_MAX + 1)).toEqual({ validationError: 'accounts.pictureTooLarge' })
})

test('the middle of a picture is taken, in either direction', () => {
  expect(middleSquare({ width: 400, height: 300 })).toEqual({ x: 50, y: 0, side: 300 })
  expect(middleSquare({ width: 300, height: 500 })).toEqual({ x: 0, y: 100, side: 300 })
})
