import { expect, test } from 'vitest'
import { uploadAddress } from '#protocol/pictureAddress.ts'
import { createFileIndex, fallbackAddress } from './import.links.ts'
import { createNotes, parseText, resolveLinks } from './import.notes.ts'
import { linkedNoteText, partsOf } from './import.planned.ts'

const KEY = '00000000-0000-8000-8000-000000000000'
const OURS = '0123456789abcdef0123456789abcdef'
const UP = uploadAddress(KEY)

/** Imports the text of `회의/글.md` with other files, whose notes get the numbers 101, 102 … */
function link(
  text: string,
  others: Record<string, string> = {},
  pictures = ['회의/그림/꽃 한 송이 (1).png'],
) {
  const files = Object.entries({ '회의/글.md': `---\ntitle: 글\n---\n${text}`, ...others })
  const read = files.flatMap(
    ([id, written]) => parseText({ id, path: id.split('/'), text: written }, '제목 없음') ?? [],
  )
  const fileIndex = createFileIndex(
    read.map(({ id, path, title }) => ({ id, path, title })),
    pictures.map(path => ({ key: KEY, path: path.split('/') })),
  )
  const noted = resolveLinks(
    read.map(each => ({ id: each.id, ...createNotes(each, fileIndex, () => undefined) })),
  )
  const numbers = new Map(noted.flatMap(({ notes }) => notes).map(({ id }, at) => [id, 100 + at]))
  const [first] = noted
  const parts = (first?.notes ?? []).flatMap(partsOf)
  const linked = parts.map(part => linkedNoteText(part, id => numbers.get(id)) ?? part.text)
  return {
    text: linked.join('\n\n-----\n\n'),
    unresolved: first?.unresolved ?? [],
    notes: parts,
  }
}

test.each([
  ['a path with spaces in angle brackets', '<그림/꽃 한 송이 (1).png>'],
  ['percent encoding', encodeURI('그림/꽃 한 송이 (1).png')],
  ['unencoded spaces and parentheses', '그림/꽃 한 송이 (1).png'],
  ['a decomposed name from macOS', '그림/꽃 한 송이 (1).png'.normalize('NFD')],
  ['a decomposed name, percent-encoded', encodeURIComponent('그림/꽃 한 송이 (1).png'.normalize('NFD'))],
  ['a relative path that leaves the folder', './../회의/그림/꽃%20한%20송이%20(1).png'],
  ['an absolute path in the archive', '/회의/그림/꽃 한 송이 (1).png'],
  ['a path from the root without a slash', '회의/그림/꽃 한 송이 (1).png'],
  ['a backslash from Windows', '그림\\꽃 한 송이 (1).png'],
  ['an extension in another case', '그림/꽃 한 송이 (1).PNG'],
  ['a fragment', '그림/꽃 한 송이 (1).png#right'],
])('imports a picture by %s', (_, address) => {
  expect(link(`앞 ![꽃](${address}) 뒤`).text).toBe(`앞 ![꽃](${UP}) 뒤`)
})

test.each([
  [
    '[![a](꽃.png)](https://a.example) ![b](<꽃.png> "봄")',
    `[![a](${UP})](https://a.example) ![b](${UP} "봄")`,
  ],
  ['![[꽃.png]] ![[어딘가/꽃.png|300]]', `![](${UP}) ![](${UP})`],
  ['<img alt="꽃" src="꽃.png" width=3>', `![꽃](${UP})`],
  ['![꽃][r]\n\n[r]: 꽃.png "봄"', `![꽃][r]\n\n[r]: ${UP} "봄"`],
  [`![a](/pictures/${OURS}#80x60)`, `![a](${UP})`],
])('imports a picture in another syntax and keeps its title: %j', (written, text) => {
  expect(link(written, {}, ['회의/꽃.png', `그림/${OURS}.webp`]).text).toBe(text)
})

const others = {
  '회의/다른 글.md': '# 다른 글\n\n## 작은 제목\n\n글',
  '여행/제주 (1).md': '---\ntitle: 제주 여행\n---\n글',
}

test.each([
  ['[말](./다른%20글.md)', '[말](/note?no=101)'],
  ['[말](<다른 글.md> "제목")', '[말](/note?no=101 "제목")'],
  ['[말](다른 글.md)', '[말](/note?no=101)'],
  ['[말](다른%20글)', '[말](/note?no=101)'],
  ['[말](../여행/제주 (1).md)', '[말](/note?no=102)'],
  [`[말](${encodeURI('../여행/제주 (1).md'.normalize('NFD'))})`, '[말](/note?no=102)'],
  ['[말](다른%20글.md#작은-제목)', '[말](/note?no=101#h-작은-제목)'],
  ['[말](다른%20글.md#없는-제목)', '[말](/note?no=101)'],
  ['[[다른 글]]', '[다른 글](/note?no=101)'],
  ['[[다른 글|보이는 말]]', '[보이는 말](/note?no=101)'],
  ['[[여행/제주 (1)]]', '[제주 (1)](/note?no=102)'],
  ['[[제주 여행]]', '[제주 여행](/note?no=102)'],
  ['[[다른 글#작은 제목]]', '[다른 글 > 작은 제목](/note?no=101#h-작은-제목)'],
  ['![[다른 글]]', '[다른 글](/note?no=101)'],
  ['| 표 |\n| --- |\n| [[다른 글\\|말]] |', '| 표 |\n| --- |\n| [말](/note?no=101) |'],
  ['[말][r]\n\n[r]: 다른%20글.md', '[말][r]\n\n[r]: /note?no=101'],
  ['> - [말](다른%20글.md)', '> - [말](/note?no=101)'],
  ['[말](글.md)', '[말](/note?no=100)'],
])('resolves a link to another file: %j', (written, text) => {
  expect(link(written, others)).toMatchObject({ text, unresolved: [] })
})

test.each([
  '[a](https://a.example/다른%20글.md)',
  '[a](//a.example/다른%20글.md)',
  '`[a](다른%20글.md)` 그리고 ``[[다른 글]]``',
  '`여러\n줄 [[다른 글]]`',
  '```\n[a](다른%20글.md)\n[[다른 글]]\n```',
  '~~~md\n```\n[[다른 글]]\n~~~',
  '> ````\n> ```\n> [[다른 글]]\n> ````',
  '\\[a](다른%20글.md)',
  '[a](다른%20글.md',
  '[[다른 글',
  '[a](#작은-제목)',
  '[a](/note?no=7)',
  '[a](mailto:a@b.example)',
])('keeps external links, links in code and unclosed links: %j', text => {
  expect(link(text, others)).toMatchObject({ text, unresolved: [] })
})

test('keeps and lists links to missing files', () => {
  const unresolved = [
    '[a](없는.md)',
    '[[없는 글]]',
    '![b](없는.png)',
    '![[없는.png]]',
    '<img src="없는.png">',
  ]
  expect(link(unresolved.join(' '), others)).toMatchObject({ text: unresolved.join(' '), unresolved })
})

test('does not resolve an ambiguous name', () => {
  const twins = { '가/꽃.md': '글', '나/꽃.md': '글' }
  expect(link('[[꽃]] [[가/꽃]]', twins)).toMatchObject({
    text: '[[꽃]] [꽃](/note?no=101)',
    unresolved: ['[[꽃]]'],
  })
})

test('finds a path from the vault in the outermost folder of the archive', () => {
  const fileOf = (id: string) => ({ id, path: id.split('/'), title: '같은 글' })
  const ids = ['보관함/독서/글.md', '보관함/여행/글.md'] as const
  const pictures = [{ key: KEY, path: ['보관함', '그림', '꽃.png'] }]
  const index = createFileIndex(ids.map(fileOf), pictures)
  const folder = ['보관함', '여행']
  const found = [
    index.noteByName('독서/글', folder),
    index.note('독서/글.md', folder),
    index.note('글.md', folder),
  ]
  expect(found.map(file => file?.id)).toEqual([ids[0], ids[0], ids[1]])
  expect(index.picture('그림/꽃.png', folder)).toBe(pictures[0])
})

test('links to the series of a long text, with the heading', () => {
  const long = `## 처음\n${'가'.repeat(4_000)}\n\n## 다음\n${'나'.repeat(4_000)}`
  expect(link('[다음](긴.md#다음) [[긴]]', { '회의/긴.md': long }).text).toBe(
    '[다음](/note?no=101#h-다음) [긴](/note?no=101)',
  )
  const { text } = link(`[처음](#처음) [다음](#다음)\n\n${long}`)
  expect(text.split('\n', 1)).toEqual(['[처음](#처음) [다음](#다음)'])
})

test('leaves room for links when splitting a text', () => {
  const { notes } = link(`${'[[다른 글]] '.repeat(600)}`, others)
  expect(notes.length).toBeGreaterThan(1)
  for (const note of notes) {
    expect(note.text.length).toBeLessThanOrEqual(5_000)
    expect(linkedNoteText(note, () => 10 ** 11 - 1)?.length).toBeLessThanOrEqual(5_000)
  }
})

test('replaces a skipped picture with text that is not longer', () => {
  const picture = { key: KEY, path: ['그림', `${'긴'.repeat(60)}.png`] }
  expect(fallbackAddress(picture, '그림/꽃.png')).toBe('그림/꽃.png')
  expect(fallbackAddress(picture, encodeURI(picture.path.join('/')))).toBe('긴'.repeat(UP.length))
})

test('parses a very long line of code', () => {
  const { notes } = link(`${'`a`'.repeat(70_000)}![a](꽃.png)`, {}, ['회의/꽃.png'])
  expect(notes.at(-1)?.text.endsWith(`![a](${UP})`)).toBe(true)
})
