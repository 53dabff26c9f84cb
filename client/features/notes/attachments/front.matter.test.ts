import { expect, test } from 'vitest'
import { appendMetadata, noteOfFile, readFrontMatter } from './front.matter.ts'

/** The text of the note for a file, and the title from the front matter. */
function noteOf(written: string) {
  const read = readFrontMatter(written)
  return { title: read.title, text: appendMetadata(read.text.trim(), read) }
}

test('keeps times, tags and all other entries', () => {
  const header = 'title: 봄\ntags: [시, 봄]\nsummary: 요약한 말\ncreated: 2024-03-01'
  const read = readFrontMatter(`---\n${header}\n---\n본문`)
  expect(read).toMatchObject({ title: '봄', tags: ['시', '봄'], otherKeys: ['summary'], text: '본문' })
  expect(read.createdAt).toEqual(new Date(2024, 2, 1))
  expect(appendMetadata(read.text, read)).toBe('본문\n\n```yaml\nsummary: 요약한 말\n```\n\n#시 #봄')
})

test('keeps repeated entries', () => {
  const read = readFrontMatter('---\ntitle: 봄\ntags: 시\ntags: 산문\n---\n본문')
  expect(read).toMatchObject({ title: '봄', tags: ['시'], otherKeys: ['tags'] })
  expect(read.rest).toBe('```yaml\ntitle: 봄\ntags: 시\ntags: 산문\n```')
})

test.each([
  ['---\ntitle: 봄의 기록\ndate: 2026-03-01\n---\n\n본문', '봄의 기록', '본문'],
  ['---\nTitle: "따옴표: 안"\n---\n본문', '따옴표: 안', '본문'],
  ["---\ntitle: '작은'\n...\n본문", '작은', '본문'],
  ['---\ntitle: 2024\n---\n본문', '2024', '본문'],
  ['---\ntags: [봄]\n---\n# 제목\n본문', null, '# 제목\n본문\n\n#봄'],
  ['---\ntitle: \n---\n본문', null, '본문'],
  ['---\n---\n본문', null, '본문'],
  [`---\ntitle: ${'가'.repeat(41)}\n---\n본문`, '가'.repeat(41), `# ${'가'.repeat(41)}\n\n본문`],
  ['---\ntitle: 봄: 여름\nb: c: d\n---\n본문', '봄: 여름', '본문\n\n```yaml\ntitle: 봄: 여름\nb: c: d\n```'],
  ['---\nkey: [1, 2\n---\n본문', null, '본문\n\n```yaml\nkey: [1, 2\n```'],
  ['---\n# 남긴 말\ntitle: 봄\n---\n본문', '봄', '본문\n\n```yaml\n# 남긴 말\n```'],
  ['---\ntitle: 봄 # 말\na: [1,  2] # 둘\n---\n본문', '봄', '본문\n\n```yaml\n# 말\na: [1,  2] # 둘\n```'],
  ['---\n{title: 봄, b: 1}\n---\n본문', '봄', '본문\n\n```yaml\n{title: 봄, b: 1}\n```'],
  ['---\n{title: 봄}\n---\n본문', '봄', '본문'],
  ['---\na: |\n  여러\n\n  줄\ntitle: 봄\n---\n본문', '봄', '본문\n\n```yaml\na: |\n  여러\n\n  줄\n```'],
  ['---\na: &x 1\ntitle: *x\n---\n본문', null, '본문\n\n```yaml\na: &x 1\ntitle: *x\n```'],
  ['---\ntitle: 봄\ncode: "```"\n---\n', '봄', '````yaml\ncode: "```"\n````'],
  ['---\n작성자: 나\n---\n본문', null, '본문\n\n```yaml\n작성자: 나\n```'],
  ['+++\ntitle = "봄"\ntags = ["시"]\n+++\n본문', '봄', '본문\n\n#시'],
  ['+++\ntitle = "봄"\ndraft = true\n+++\n본문', '봄', '본문\n\n```toml\ntitle = "봄"\ndraft = true\n```'],
  ['+++\ntitle = 봄\n+++\n본문', null, '본문\n\n```toml\ntitle = 봄\n```'],
])('reads the title and keeps all other entries of %j', (written, title, text) => {
  expect(noteOf(written)).toEqual({ title, text })
})

test.each([
  '---\n두 줄 사이의 문단\n---\n본문',
  '본문\n---\ntitle: 가\n---',
  '---\ntitle: 끝이 없음',
  '---',
  '---\n- 하나\n- 둘\n---\n본문',
])('finds no front matter in %j', written => {
  expect(readFrontMatter(written)).toMatchObject({ title: null, rest: '', text: written })
})

const utc = (...parts: Parameters<typeof Date.UTC>) => new Date(Date.UTC(...parts))

test.each([
  ['2024-03-01T10:22:33.456Z', utc(2024, 2, 1, 10, 22, 33, 456)],
  ['2024-03-01 10:22:33Z', utc(2024, 2, 1, 10, 22, 33)],
  ['2024-03-01T10:22:00+09:00', utc(2024, 2, 1, 1, 22)],
  ['2024-03-01 10:22:00 +0900', utc(2024, 2, 1, 1, 22)],
  ['2024-03-01 10:22:00 -5', utc(2024, 2, 1, 15, 22)],
  ['"2024-03-01"', new Date(2024, 2, 1)],
  ['2024-03-01 10:22', new Date(2024, 2, 1, 10, 22)],
  ['2024/3/1', new Date(2024, 2, 1)],
  ['2024. 3. 1.', undefined],
  ['2024-03-01 3:05 PM', new Date(2024, 2, 1, 15, 5)],
  ['2024-02-31', undefined],
  ['언젠가', undefined],
  ['1969-12-01T00:00:00Z', undefined],
  ['2999-01-01', undefined],
])('parses the creation time %s', (written, at) => {
  const read = readFrontMatter(`---\ncreated: ${written}\n---\n본문`)
  expect(read.createdAt).toEqual(at)
  // Other values stay in the text.
  expect(read.rest === '').toBe(at !== undefined)
})

test.each([
  ['2024-03-01', new Date(2024, 2, 1)],
  ['2024-03-01T10:22:00', new Date(2024, 2, 1, 10, 22)],
  ['2024-03-01T10:22:00+09:00', utc(2024, 2, 1, 1, 22)],
  ['"2024-03-01"', new Date(2024, 2, 1)],
  ['10:22:00', undefined],
])('parses the TOML date %s', (written, at) => {
  const { createdAt } = readFrontMatter(`+++\ndate = ${written}\n+++\n본문`)
  // As the import sends it.
  expect(createdAt?.toISOString()).toBe(at?.toISOString())
})

test('reads YAML null as no title and no tag', () => {
  for (const nothing of ['', ' null', ' ~', ' ""'])
    expect(noteOf(`---\ntitle:${nothing}\ntags:${nothing}\n---\n본문`)).toEqual({ title: null, text: '본문' })
  expect(readFrontMatter('---\ntags: [~, null, 3, "null"]\n---\n본문').tags).toEqual(['3', 'null'])
})

test.each([
  ['created_at', 'last_modified_at'],
  ['date', 'lastmod'],
  ['date created', 'date modified'],
  ['createdAt', 'updatedAt'],
  ['created', 'updated'],
])('reads creation %s and update %s', (created, updated) => {
  const read = readFrontMatter(`---\n${created}: 2024-03-01\n${updated}: 2024-03-02\n---\n본문`)
  const times = { createdAt: new Date(2024, 2, 1), lastUpdate: new Date(2024, 2, 2) }
  expect(read).toMatchObject({ ...times, rest: '' })
})

test.each([
  ['[시, "#봄"]', '#시 #봄'],
  ['시, 봄', '#시 #봄'],
  ['"#시 #봄"', '#시 #봄'],
  ['\n  - 여행/제주\n  - 봄 꽃', '#여행/제주 #봄-꽃'],
  ['2024', '#2024'],
  ['[이미, 새]', '#새'],
])('parses the tags %s', (written, words) => {
  expect(noteOf(`---\ntags: ${written}\n---\n본문 #이미 #새것`).text).toBe(`본문 #이미 #새것\n\n${words}`)
})

test('does not parse source that would take too long', () => {
  const bomb = Array.from({ length: 20 }, (_, at) => `k${at + 1}: &k${at + 1} [*k${at}, *k${at}]`).join('\n')
  const deep = [`a: ${'['.repeat(9_000)}`, `a: ${'{b: '.repeat(4_000)}`]
  for (const source of [`k0: &k0 [x, x]\n${bomb}`, ...deep, 'a: b\n'.repeat(100_000)]) {
    const { text, rest } = readFrontMatter(`---\n${source}\n---\n본문`)
    expect(`${rest}${text}`).toContain(source.trim().slice(0, 100))
  }
})

test('takes the title of a dropped file from its heading and removes the heading', () => {
  const note = { title: '산에 간 날', text: '비가 왔다.' }
  expect(noteOfFile('메모.md', '# 산에 간 날\n\n비가 왔다.')).toEqual(note)
})

const long = '가'.repeat(50)

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
