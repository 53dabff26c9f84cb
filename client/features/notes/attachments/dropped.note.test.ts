import { expect, test } from 'vitest'
import { noteOfFile } from './dropped.note.ts'

const long = '가'.repeat(50)

test('removes a heading that equals the title', () => {
  expect(noteOfFile('메모.md', '# 산에 간 날\n\n비가 왔다.')).toEqual({
    title: '산에 간 날',
    text: '비가 왔다.',
  })
})

test.each([
  ['a heading', `# ${long}\n\n글`],
  ['front matter', `---\ntitle: ${long}\n---\n글`],
  ['both', `---\ntitle: ${long}\n---\n# ${long}\n\n글`],
])('keeps a title from %s that is too long as a heading', (_, content) => {
  expect(noteOfFile('메모.md', content)).toEqual({ title: '가'.repeat(40), text: `# ${long}\n\n글` })
})

test('does not cut a title within a grapheme', () => {
  expect(noteOfFile(`${'가'.repeat(39)}😀.txt`, '글').title).toBe('가'.repeat(39))
})
