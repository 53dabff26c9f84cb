import { expect, test } from 'vitest'
import { noteOfFile } from './dropped.note.ts'

const long = '가'.repeat(50)

test('a heading that is the whole title does not stand in the text again', () => {
  expect(noteOfFile('메모.md', '# 산에 간 날\n\n비가 왔다.')).toEqual({
    title: '산에 간 날',
    text: '비가 왔다.',
  })
})

test.each([
  ['a heading', `# ${long}\n\n글`],
  ['what front matter told', `---\ntitle: ${long}\n---\n글`],
  ['both', `---\ntitle: ${long}\n---\n# ${long}\n\n글`],
])('of %s that is too long for a title nothing is lost', (_, content) => {
  expect(noteOfFile('메모.md', content)).toEqual({ title: '가'.repeat(40), text: `# ${long}\n\n글` })
})

test('a title is not cut within a sign', () => {
  expect(noteOfFile(`${'가'.repeat(39)}😀.txt`, '글').title).toBe('가'.repeat(39))
})
