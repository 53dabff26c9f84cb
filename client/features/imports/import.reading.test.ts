import { expect, test } from 'vitest'
import { readFiles } from './import.reading.ts'

test('a folder of very many other files is read, and each of them is named', async () => {
  const other = Array<File>(150_000).fill(new File([], 'a.js'))
  const { files, skipped } = await readFiles([...other, new File(['글'], 'a.md')])
  expect(files).toEqual([{ path: ['a.md'], text: '글' }])
  expect(skipped).toHaveLength(150_000)
})
