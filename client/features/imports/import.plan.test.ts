import { expect, test } from 'vitest'
import { IMPORT_NOTES_MAX, SERIES_PARTS_MAX } from '#protocol/limits.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { createFileIndex } from './import.links.ts'
import { createNotes, type ParsedFile, parseText } from './import.notes.ts'
import { planImport } from './import.plan.ts'
import { partsOf } from './import.planned.ts'

const NAMES = { looseTitle: '가져온 노트', trashTitle: '휴지통' }
const fileIndex = createFileIndex([], [])

function file(path: string, text: string): ParsedFile {
  const read = parseText({ id: path, path: path.split('/'), text }, '제목 없음')
  return read
    ? createNotes(read, fileIndex, () => undefined)
    : { path: path.split('/'), notes: [], unresolved: [] }
}

/** The topics of a plan with their notes. */
const planned = (...files: ParsedFile[]) =>
  planImport(files, NAMES).topics.map(({ title, notes }) => ({
    title,
    notes: notes.map(note => ({ title: note.title, text: note.text })),
  }))
const titles = (...files: ParsedFile[]) =>
  planned(...files).map(({ title, notes }) => [title, ...notes.map(note => note.title)])

test('takes the title from the first heading and removes it, or from the file name', () => {
  const topics = planned(
    file('a.md', '# **3월** 회의록\r\n\r\n첫 줄'),
    file('여행.md', '## 둘째 급\n글'),
    file('b.md', `# ${'가'.repeat(50)}\n\n글`),
    file('..md', '글'),
  )
  expect(topics).toEqual([
    {
      title: '가져온 노트',
      notes: [
        { title: '3월 회의록', text: '첫 줄' },
        { title: '여행', text: '## 둘째 급\n글' },
        { title: '가'.repeat(40), text: `# ${'가'.repeat(50)}\n\n글` },
        { title: '.', text: '글' },
      ],
    },
  ])
})

test('keeps a heading with more than plain text, and leading code', () => {
  const texts = ['# [봄](https://a.example)\n\n글', '# 봄[^1]\n\n글\n\n[^1]: 각주', '\n\n    코드\n    둘\n']
  const notes = texts.flatMap((text, at) => planned(file(`${at}.md`, text))[0]?.notes ?? [])
  expect(notes).toEqual([
    { title: '봄', text: texts[0] },
    { title: '봄', text: texts[1] },
    { title: '2', text: '    코드\n    둘' },
  ])
})

test('takes the title from front matter and appends the tags', () => {
  const topics = planned(
    file('a.md', '---\ntitle: 봄의 기록\ntags: [봄]\n---\n\n# 봄의 기록\n\n첫 줄'),
    file('b.md', '---\ntitle: 다른 제목\n---\n# 머리글\n글'),
    file('c.md', '---\ntags: [봄]\n---\n# 머리글\n글'),
  )
  expect(topics[0]?.notes).toEqual([
    { title: '봄의 기록', text: '첫 줄\n\n#봄' },
    { title: '다른 제목', text: '# 머리글\n글' },
    { title: '머리글', text: '글\n\n#봄' },
  ])
})

test.each([
  [['회의/가.md', '나.md', '여행/제주/다.md'], '회의: 가, 가져온 노트: 나, 여행 / 제주: 다'],
  [['geulmaru/회의/가.md', 'geulmaru/나.md'], '회의: 가, 가져온 노트: 나'],
  [['회의/가.md', '회의/나.md'], '회의: 가 나'],
  // A long path keeps its innermost folders.
  [[`${'긴'.repeat(30)}/${'폴더'.repeat(10)}/가.md`, '나.md'], `${'폴더'.repeat(10)}: 가, 가져온 노트: 나`],
  [[`${'가/'.repeat(100_000)}나.md`, '다.md'], `${Array(10).fill('가').join(' / ')}: 나, 가져온 노트: 다`],
])('turns folders into topics, except a common outer folder (%#)', (paths, topics) => {
  const found = titles(...paths.map((path, at) => file(path, `${at}`)))
  expect(found.map(([title, ...notes]) => `${title}: ${notes.join(' ')}`).join(', ')).toBe(topics)
})

test('normalizes decomposed names from macOS', () => {
  expect(titles(file('회의/가나.md'.normalize('NFD'), '각'.normalize('NFD')))).toEqual([['회의', '가나']])
})

test('makes a series of a long text, and several of one that is too long for a series', () => {
  const sections = (count: number) =>
    Array.from({ length: count }, (_, at) => `## 절 ${at}\n${'가'.repeat(4_000)}`).join('\n\n')
  const long = planImport([file('a.md', `# 긴 글\n\n${sections(3)}`)], NAMES)
  expect(long.topics[0]?.notes.map(note => note.title)).toEqual(['긴 글'])
  const parts = long.topics[0]?.notes.flatMap(partsOf) ?? []
  expect(parts.map(({ text }) => text.slice(0, 6))).toEqual(['## 절 0', '## 절 1', '## 절 2'])
  expect(wholeText(parts)).toBe(sections(3))
  const [topic] = planImport([file('a.md', `# 긴 글\n\n${sections(SERIES_PARTS_MAX + 1)}`)], NAMES).topics
  expect(topic?.notes.map(note => [note.title, partsOf(note).length])).toEqual([
    ['긴 글 (1/2)', SERIES_PARTS_MAX],
    ['긴 글 (2/2)', 1],
  ])
})

test('lists empty files and files beyond the limit', () => {
  const { skipped } = planImport([file('빈.md', ' \n ')], NAMES)
  expect(skipped).toEqual([{ name: '빈.md', why: 'empty' }])
  const files = Array.from({ length: IMPORT_NOTES_MAX + 1 }, (_, at) => file(`${at}.md`, '글'))
  expect(planImport(files, NAMES).skipped).toEqual([{ name: `${IMPORT_NOTES_MAX}.md`, why: 'tooMany' }])
})
