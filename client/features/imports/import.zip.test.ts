import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { decodeFile } from '#client/platform/browser/files.ts'
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

const manyFiles = (count: number, ending: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.${ending}`, strToU8('x')]))

test.each([
  [{ 'large.md': new Uint8Array(IMPORT_FILE_BYTES_MAX + 1) }, 'large.md', 'tooLarge'],
  [{ 'large.png': new Uint8Array(PICTURE_BYTES_MAX + 1) }, 'large.png', 'tooLarge'],
  [manyFiles(IMPORT_FILES_MAX + 1, 'md'), `${IMPORT_FILES_MAX}.md`, 'tooMany'],
])('does not unpack entries that exceed a limit (%#)', (files, name, why) => {
  expect(read(files).skipped).toEqual([{ name, why }])
})

test('writes nothing beyond the size that a zip bomb declares', () => {
  const bomb = zipSync({ 'bomb.md': new Uint8Array(IMPORT_FILE_BYTES_MAX) }, { level: 9 })
  const view = new DataView(bomb.buffer)
  for (let at = 0; at < bomb.length - 4; at++)
    if (view.getUint32(at, true) === IMPORT_FILE_BYTES_MAX) view.setUint32(at, 10, true)
  expect(readZip(bomb).files.map(({ content }) => content.length)).toEqual([10])
})

test('unpacks the first of two entries with one name and lists the other', () => {
  const archive = zipSync({ 'a.md': strToU8('one'), 'b.md': strToU8('two') })
  for (let at = 0; at < archive.length - 4; at++)
    if (String.fromCharCode(...archive.subarray(at, at + 4)) === 'b.md') archive.set(strToU8('a'), at)
  const { files, skipped } = readZip(archive)
  expect(files.map(({ content }) => decodeFile(content))).toEqual(['one'])
  expect(skipped).toEqual([{ name: 'a.md', why: 'sameName' }])
})

test('unpacks at most one list', () => {
  const list = strToU8('{}')
  const { list: found, skipped } = readZip(zipSync({ 'a/data.json': list, 'b/data.json': list }))
  expect(found?.path).toEqual(['a', 'data.json'])
  expect(skipped).toEqual([{ name: 'b/data.json', why: 'notText' }])
})

test('lists the first skipped files and counts the rest', () => {
  const archive = zipSync({ ...manyFiles(500, 'js'), 'a.md': strToU8('x') })
  const { files, skipped, unlistedCount } = readZip(archive)
  expect(files).toHaveLength(1)
  expect(skipped).toHaveLength(SKIPPED_LISTED_MAX)
  expect(skipped.length + unlistedCount).toBe(500)
})

test('rejects broken archives and other files', () => {
  expect(() => readZip(strToU8('no archive'))).toThrow()
  expect(() => readZip(zipSync({ 'a.md': strToU8('x') }).subarray(0, 40))).toThrow()
})

test.each([
  [[0xef, 0xbb, 0xbf, 0x61], 'a'],
  [[0xc8, 0xb8, 0xc0, 0xc7], '회의'],
  [[0xff, 0xfe, 0x00, 0xac], '가'],
  [[0xfe, 0xff, 0xac, 0x00], '가'],
  [[0x89, 0x50, 0x4e, 0x47, 0x00], null],
  [[0xff, 0xff], null],
])('decodes texts of older programs and rejects binary data: %j', (bytes, text) => {
  expect(decodeFile(Uint8Array.from(bytes))).toBe(text)
})

test('skips an entry with a very long name and lists its beginning', () => {
  const { files, skipped } = read({ [`${'a/'.repeat(30_000)}b.md`]: strToU8('x'), 'c.md': strToU8('y') })
  expect(files).toEqual([['c.md', 'y']])
  expect(skipped).toEqual([{ name: `${'a/'.repeat(50)}…`, why: 'unreadable' }])
})
