import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { parseSource, readExportList } from './import.parser.ts'
import { readFiles } from './import.reader.ts'

test('lists every unsupported file of a large folder', async () => {
  const other = Array<File>(150_000).fill(new File([], 'a.js'))
  const { files, skipped } = await readFiles([...other, new File(['글'], 'a.md')], parseSource)
  expect(files).toMatchObject([{ path: ['a.md'], notes: [{ title: 'a', text: '글' }] }])
  expect(skipped).toHaveLength(150_000)
})

test('parses in the background and lists files that take too long', async () => {
  const archive = zipSync({ 'c.md': strToU8('글') })
  const named = ['a.md', 'b.png', 'c.js'].map(name => new File(['글'], name))
  const chosen = [...named, new File([Uint8Array.from(archive)], 'd.zip')]
  const { files, skipped } = await readFiles(chosen, () => Promise.reject(new Error('too long')))
  expect(files).toEqual([])
  const unreadable = ['a.md', 'b.png', 'd.zip'].map(name => ({ name, why: 'unreadable' }))
  expect(skipped).toEqual([{ name: 'c.js', why: 'notText' }, ...unreadable])
  expect((await readFiles(chosen, parseSource)).files.map(({ path }) => path)).toEqual([['a.md'], ['c.md']])
})

test('omits times of an export list that cannot be parsed', () => {
  const note = { noteNo: 1, subjectNo: 2, title: '글', pinned: false }
  const [createdAt, lastUpdate] = ['2024-03-01T00:00:00.000Z', '2024-03-02T00:00:00.000Z']
  const notes = [
    { ...note, createdAt: '어제', lastUpdate: '0001-01-01T00:00:00.000Z', file: 'a.md' },
    { ...note, createdAt, lastUpdate, file: 'b.md' },
  ]
  const content = strToU8(JSON.stringify({ topics: [], notes }))
  const list = readExportList({ path: ['data.json'], content })
  expect(list?.noteAt(['a.md'])).toEqual({ title: '글', own: expect.anything() })
  const times = { createdAt: new Date(createdAt), lastUpdate: new Date(lastUpdate) }
  expect(list?.noteAt(['b.md'])).toMatchObject(times)
})
