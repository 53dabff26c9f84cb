import { expect, test } from 'vitest'
import {
  pictureAddress,
  pictureIdsIn,
  readPictureAddress,
  readUploadAddress,
  uploadAddress,
  uploadKeysIn,
} from './pictureAddress.ts'

const id = '0123456789abcdef0123456789abcdef'
const other = 'f'.repeat(32)

test('parses the id and the optional size of an address', () => {
  expect(readPictureAddress(pictureAddress(id))).toEqual({ pictureId: id, size: null })
  expect(readPictureAddress(`/pictures/${id}#1600x900`)).toEqual({
    pictureId: id,
    size: { width: 1600, height: 900 },
  })
})

test.each([
  '/pictures/',
  `/pictures/${id}0`,
  `/pictures/${id.slice(1)}`,
  `/pictures/${id.toUpperCase()}`,
  `/pictures/${id}/`,
  `/pictures/${id}?size=1`,
  `/pictures/${id}#1600`,
  `//evil.example/pictures/${id}`,
  `https://evil.example/pictures/${id}`,
])('%s is no picture of this server', written => {
  expect(readPictureAddress(written)).toBeNull()
})

test('finds the uploads in a text', () => {
  const key = '01234567-89ab-4cde-8f01-23456789abcd'
  const address = uploadAddress(key)
  expect(readUploadAddress(address)).toBe(key)
  expect(readUploadAddress(`${address}0`)).toBeNull()
  expect(readUploadAddress('upload:../secret')).toBeNull()
  expect(uploadKeysIn(`![](${address}) 그리고 ![산](${address})`)).toEqual([key])
  expect(uploadKeysIn(`${address} ![](/pictures/${id})`)).toEqual([])
})

test('finds each picture of a text once', () => {
  const text = `![산](/pictures/${id}#16x9)\n![산](https://geulmaru.example/pictures/${id}) [강](/pictures/${other}) /pictures/${id}1`
  expect(pictureIdsIn(text)).toEqual([id, other])
  expect(pictureIdsIn('![](https://example.com/picture.png)')).toEqual([])
})
