import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { readExportList } from './import.parser.ts'

test('omits times that cannot be parsed', () => {
  const note = { noteNo: 1, subjectNo: 2, title: '글', pinned: false }
  const notes = [
    { ...note, createdAt: '어제', lastUpdate: '0001-01-01T00:00:00.000Z', file: 'a.md' },
    { ...note, createdAt: '2024-03-01T00:00:00.000Z', lastUpdate: '2024-03-02T00:00:00.000Z', file: 'b.md' },
  ]
  const content = strToU8(JSON.stringify({ topics: [], notes }))
  const list = readExportList({ path: ['data.json'], content })
  expect(list?.noteAt(['a.md'])).toEqual({ title: '글', own: expect.anything() })
  expect(list?.noteAt(['b.md'])).toMatchObject({
    createdAt: new Date('2024-03-01T00:00:00.000Z'),
    lastUpdate: new Date('2024-03-02T00:00:00.000Z'),
  })
})
