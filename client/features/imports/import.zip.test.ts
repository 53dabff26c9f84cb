import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { decodeFile } from '#client/platform/browser/decoding.ts'
import { IMPORT_FILE_BYTES_MAX, IMPORT_FILES_MAX, PICTURE_BYTES_MAX } from '#protocol/limits.ts'
import { SKIPPED_LISTED_MAX } from './import.files.ts'
import { readZip } from './import.zip.ts'

const read = (files: Parameters<typeof zipSync>[0]) => {
  const { files: found, pictures, skipped } = readZip(zipSync(files))
  return {
    files: found.map(({ path, content }) => [path.join('/'), decodeFile(content)]),
    pictures: pictures.map(({ path, content }) => [path.join('/'), content.length]),
    skipped,
  }
}

test('unpacks texts and pictures with folders and lists other files, except system files', () => {
  const files = {
    '회의/3월.md': strToU8('오늘 이야기한 것'),
    '회의/picture.PNG': new Uint8Array(4),
    'photo.heic': new Uint8Array(4),
    'b.exe': new Uint8Array(4),
    '__MACOSX/회의/._3월.md': strToU8('x'),
    '.obsidian/app.md': strToU8('x'),
  }
  expect(read(files)).toEqual({
    files: [['회의/3월.md', '오늘 이야기한 것']],
    pictures: [['회의/picture.PNG', 4]],
    skipped: [
      { name: 'photo.heic', why: 'pictureType' },
      { name: 'b.exe', why: 'notText' },
    ],
  })
})

test('names cannot escape the archive', () => {
  expect(read({ '../../etc/passwd.md': strToU8('x'), 'a\\..\\b/./c.md': strToU8('y') }).files).toEqual([
    ['etc/passwd.md', 'x'],
    ['a/b/c.md', 'y'],
  ])
})

test('decodes a name from Korean Windows', () => {
  const archive = zipSync({ 'aaaa.md': strToU8('글') })
  // '회의' in CP949, in both headers.
  const name = [0xc8, 0xb8, 0xc0, 0xc7]
  for (let at = 0; at < archive.length - 4; at++)
    if (archive.subarray(at, at + 4).every(byte => byte === 0x61)) archive.set(name, at)
  expect(readZip(archive).files[0]?.path).toEqual(['회의.md'])
})

test('does not unpack entries that exceed limits or declare a wrong size', () => {
  const large = new Uint8Array(IMPORT_FILE_BYTES_MAX + 1)
  expect(read({ 'large.md': large }).skipped).toEqual([{ name: 'large.md', why: 'tooLarge' }])
  expect(read({ 'large.png': new Uint8Array(PICTURE_BYTES_MAX + 1) }).skipped).toEqual([
    { name: 'large.png', why: 'tooLarge' },
  ])

  const many = Object.fromEntries(
    Array.from({ length: IMPORT_FILES_MAX + 1 }, (_, at) => [`${at}.md`, strToU8('x')]),
  )
  expect(read(many).skipped).toEqual([{ name: `${IMPORT_FILES_MAX}.md`, why: 'tooMany' }])

  // A zip bomb that declares a small size: nothing beyond that size is written.
  const bomb = zipSync({ 'bomb.md': new Uint8Array(IMPORT_FILE_BYTES_MAX) }, { level: 9 })
  const view = new DataView(bomb.buffer)
  for (let at = 0; at < bomb.length - 4; at++)
    if (view.getUint32(at, true) === IMPORT_FILE_BYTES_MAX) view.setUint32(at, 10, true)
  expect(readZip(bomb).files.map(({ content }) => content.length)).toEqual([10])
})

test('unpacks at most one list', () => {
  const list = strToU8('{}')
  const { list: found, skipped } = readZip(zipSync({ 'a/data.json': list, 'b/data.json': list }))
  expect(found?.path).toEqual(['a', 'data.json'])
  expect(skipped).toEqual([{ name: 'b/data.json', why: 'notText' }])
})

test('lists the first skipped files and counts the rest', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}.js`, strToU8('x')]))
  const { files, skipped, unlistedCount } = readZip(zipSync({ ...many, 'a.md': strToU8('x') }))
  expect(files).toHaveLength(1)
  expect(skipped).toHaveLength(SKIPPED_LISTED_MAX)
  expect(skipped.length + unlistedCount).toBe(500)
})

test('rejects broken archives and other files', () => {
  expect(() => readZip(strToU8('no archive'))).toThrow()
  expect(() => readZip(zipSync({ 'a.md': strToU8('x') }).subarray(0, 40))).toThrow()
})

test('decodes texts of older programs and rejects binary data', () => {
  expect(decodeFile(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe('a')
  expect(decodeFile(Uint8Array.of(0xc8, 0xb8, 0xc0, 0xc7))).toBe('회의')
  expect(decodeFile(Uint8Array.of(0xff, 0xfe, 0x00, 0xac))).toBe('가')
  expect(decodeFile(Uint8Array.of(0xfe, 0xff, 0xac, 0x00))).toBe('가')
  expect(decodeFile(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x00))).toBeNull()
  expect(decodeFile(Uint8Array.of(0xff, 0xff))).toBeNull()
})

test('skips an entry with a very long name and lists its beginning', () => {
  const { files, skipped } = read({ [`${'a/'.repeat(30_000)}b.md`]: strToU8('x'), 'c.md': strToU8('y') })
  expect(files).toEqual([['c.md', 'y']])
  expect(skipped).toEqual([{ name: `${'a/'.repeat(50)}…`, why: 'unreadable' }])
})
