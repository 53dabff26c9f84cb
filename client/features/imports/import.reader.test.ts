import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseSource } from './import.parser.ts'
import { readFiles } from './import.reader.ts'

test('lists every unsupported file of a large folder', async () => {
  const other = Array<File>(150_000).fill(new File([], 'a.js'))
  const { files, skipped } = await readFiles([...other, new File(['글'], 'a.md')], parseSource)
  expect(files).toMatchObject([{ path: ['a.md'], notes: [{ title: 'a', text: '글' }] }])
  expect(skipped).toHaveLength(150_000)
})

test('parses in the background and lists files that take too long', async () => {
  const archive = zipSync({ 'c.md': strToU8('글') })
  const chosen = [
    new File(['글'], 'a.md'),
    new File(['x'], 'b.png'),
    new File(['x'], 'c.js'),
    new File([Uint8Array.from(archive)], 'd.zip'),
  ]
  const { files, skipped } = await readFiles(chosen, () => Promise.reject(new Error('too long')))
  expect(files).toEqual([])
  expect(skipped).toEqual([
    { name: 'c.js', why: 'notText' },
    { name: 'a.md', why: 'unreadable' },
    { name: 'b.png', why: 'unreadable' },
    { name: 'd.zip', why: 'unreadable' },
  ])
  expect((await readFiles(chosen, parseSource)).files.map(({ path }) => path)).toEqual([['a.md'], ['c.md']])
})
