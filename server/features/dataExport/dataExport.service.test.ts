import { expect, test } from 'vitest'
import { createFolder } from './dataExport.service.ts'

test.each([
  ['Straße', 'STRASSE'],
  ['ﬁle', 'file'],
  ['１번', '1번'],
  ['①', '1'],
  ['가'.normalize('NFD'), '가'],
  ['\u212b', '\u00c5'],
])('treats %j and %j as equal on some file systems', (first, second) => {
  const folder = createFolder()
  folder.add(first, '.md')
  expect(folder.add(second, '.md')).toBe(`${second} (2).md`)
})

test('numbers duplicate names', () => {
  const folder = createFolder()
  expect(['회의', '회의', 'A', 'a', '회의'].map(name => folder.add(name, '.md'))).toEqual([
    '회의.md',
    '회의 (2).md',
    'A.md',
    'a (2).md',
    '회의 (3).md',
  ])
})

test('numbers thousands of duplicates without trying all numbers for each', () => {
  const folder = createFolder()
  const COUNT = 5_000
  const names = Array.from({ length: COUNT }, () => folder.add('회의', '.md'))
  expect(names.at(-1)).toBe(`회의 (${COUNT}).md`)
  expect(folder.add('회의 (2)', '.md')).toBe('회의 (2) (2).md')
}, 5_000)
