import fc from 'fast-check'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileTree, safeName } from '#protocol/fileTree.ts'
import { writeNoteFile } from '#protocol/noteFile.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { type ImportSource, parseSource } from './import.parser.ts'
import { planImport } from './import.plan.ts'
import { linkedNoteText, type PlannedPart, partsOf } from './import.planned.ts'

/** An exported note comes back from an import unchanged. */

beforeEach(() => void vi.stubGlobal('isSecureContext', true))
afterEach(() => void vi.unstubAllGlobals())

interface Note {
  noteNo: number
  laterParts?: { noteNo: number; text: string }[]
  topicNo: number
  title: string
  text: string
  createdAt: string
  lastUpdate: string
  isPinned: boolean
}
const PICTURE = 'a'.repeat(32)
const WEBP = new Uint8Array([0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50])

const note = (noteNo: number, title: string, text: string, more: Partial<Note> = {}): Note => ({
  ...{ noteNo, title, text, topicNo: 1, isPinned: false },
  createdAt: '2024-03-01T10:22:00.000Z',
  lastUpdate: '2024-03-02T10:22:00.000Z',
  ...more,
})

/** The files of an export in the server's layout. */
function exported(notes: readonly Note[], topics: ReadonlyMap<number, string>): Map<string, Uint8Array> {
  const candidates = new Map(
    notes.map(({ noteNo, topicNo, title }) => {
      const folder = `${safeName(topics.get(topicNo) ?? '', '제목 없음')} ${topicNo}`
      return [noteNo, [folder, `${safeName(title, '제목 없음')} ${noteNo}.md`]] as const
    }),
  )
  const picture = ['그림', `${PICTURE}.webp`]
  const tree = createFileTree([
    ...Array.from(candidates, ([noteNo, path]) => ({ path, noteNo })),
    { path: picture, pictureId: PICTURE },
  ])
  const files = {
    note: (noteNo: number) => candidates.get(noteNo),
    picture: (id: string) => (id === PICTURE ? picture : undefined),
    tree,
  }
  const written = notes.map(each => {
    const path = candidates.get(each.noteNo) ?? []
    const parts =
      each.laterParts &&
      [each, ...each.laterParts].map(({ noteNo, text: { length } }) => ({ noteNo, length }))
    const head = { ...each, parts, topicTitle: topics.get(each.topicNo) ?? '' }
    return [
      path.join('/'),
      strToU8(writeNoteFile(head, wholeText([each, ...(each.laterParts ?? [])]), path.slice(0, -1), files)),
    ] as const
  })
  return new Map([...written, [picture.join('/'), WEBP]])
}

/** Topics with the numbers 1, 2 … */
const topicsOf = (...titles: string[]) => new Map(titles.map((title, at) => [at + 1, title]))

const zipped = (files: ReadonlyMap<string, Uint8Array>) => {
  const archive = zipSync(Object.fromEntries(files) as Zippable)
  return Uint8Array.from(archive).buffer
}

/** The imported notes with their original numbers and pictures. */
async function imported(source: ImportSource['source']) {
  const read = await parseSource({ source, name: '0', maxFiles: 1_000, untitled: '제목 없음' })
  const plan = planImport(read.files, { looseTitle: '가져온 노트', trashTitle: '휴지통' }, read.topics)
  const numbers = new Map(
    read.files.flatMap(({ own, notes }) =>
      notes.flatMap(partsOf).map(({ id }, at) => [id, own?.parts?.[at]?.noteNo ?? own?.noteNo ?? 0] as const),
    ),
  )
  const [key = ''] = read.pictures.keys()
  const restored = (part: PlannedPart) => ({
    noteNo: numbers.get(part.id),
    text: (linkedNoteText(part, id => numbers.get(id)) ?? part.text)
      .replace(new RegExp(`upload:${key}#(?=\\d)`, 'g'), `/pictures/${PICTURE}#`)
      .replaceAll(`upload:${key}#`, `/pictures/${PICTURE}`),
  })
  return plan.topics.flatMap(({ key: topic, title: topicTitle, ordinal, notes }) =>
    notes.map(each => ({
      topic: `${topic} ${ordinal}`,
      topicTitle,
      title: each.title,
      ...restored(each),
      ...(each.laterParts && { laterParts: each.laterParts.map(restored) }),
      createdAt: each.createdAt?.toISOString(),
      lastUpdate: each.lastUpdate?.toISOString(),
      isPinned: each.isPinned ?? false,
    })),
  )
}

async function expectSame(notes: readonly Note[], topics = topicsOf('회의')): Promise<void> {
  const came = await imported(zipped(exported(notes, topics)))
  const wanted = notes.map(({ topicNo, ...each }) => ({ ...each, topicTitle: topics.get(topicNo) ?? '' }))
  const byNo = (one: { noteNo?: number | undefined }, other: typeof one) =>
    (one.noteNo ?? 0) - (other.noteNo ?? 0)
  expect(came.map(({ topic: _, ...each }) => each).toSorted(byNo)).toEqual(wanted.toSorted(byNo))
}

test.each([
  ['a heading that is no title', '회의록', '# 안건\n\n내용'],
  ['a heading that is the title', '회의록', '# 회의록\n\n내용'],
  ['characters that file names cannot contain', '/ ? * " : < > | \\ .. ', '글'],
  ['the name of a Windows device', 'CON', '글'],
  ['an emoji sequence', '가족 👨‍👩‍👧‍👦 ❤️', '글 👨‍👩‍👧‍👦'],
  ['no text', '빈 노트', ''],
  ['surrounding blank lines and spaces', '글', '\n\n  글  \n\n'],
  ['Windows line breaks', '글', '하나\r\n둘\r\n'],
  ['front matter in the text', '글', '---\ntitle: 다른 제목\ntags: [봄]\n---\n본문'],
  [
    'our own front matter in the text',
    '글',
    '---\ngeulmaru: { format: 1, note: 9, topic: 9, links: files }\n---\n본문',
  ],
  ['thematic breaks', '글', '---\n글\n---'],
  ['quotes, backslashes and YAML syntax', '"\\n: #[]{}&*!|>%@`', '글'],
  ['invisible characters', '가\u200b나\u0085다', '\ufeff가\u200b'],
  ['wiki links and tags', '글', '[[둘]] ![[그림.png]] #봄 <img src="a.png">'],
  ['noncharacters', '글', '\ufdd00\ufdd1 글 \ufffe'],
  ['a text of the maximum length', '글', `${'가'.repeat(4_952)} ![](/pictures/${PICTURE})`],
])('restores a note with %s', async (_, title, text) => {
  await expectSame([note(1, title.trim(), text), note(2, '둘', '둘')])
})

test('exports links and pictures as files, and imports them as links to notes', async () => {
  const text = [
    '[둘](/note?no=2) [절](/note?no=2#h-절) [남의 것](/note?no=99) `[코드](/note?no=2)`',
    `![그림](/pictures/${PICTURE}#80x60 "말") ![크기 없이](/pictures/${PICTURE})`,
    '```\n[코드](/note?no=2)\n```',
    '[r]: /note?no=2 "제목"',
  ].join('\n\n')
  const notes = [note(1, '하나 (1)', text), note(2, '둘 #?', '[하나](/note?no=1)', { topicNo: 2 })]
  const topics = topicsOf('회의', '여행')
  const files = exported(notes, topics)
  expect(new TextDecoder().decode(files.get('회의 1/하나 (1) 1.md')).split('---\n')[2]).toBe(
    [
      '[둘](../여행%202/둘%20%23_%202.md) [절](../여행%202/둘%20%23_%202.md#h-절) [남의 것](/note?no=99) `[코드](/note?no=2)`',
      `![그림](../그림/${PICTURE}.webp#80x60 "말") ![크기 없이](../그림/${PICTURE}.webp)`,
      '```\n[코드](/note?no=2)\n```',
      '[r]: ../여행%202/둘%20%23_%202.md "제목"\n',
    ].join('\n\n'),
  )
  await expectSame(notes, topics)
})

test('restores the parts of a series, with links and pictures in all of them, and links to each', async () => {
  const series = note(
    1,
    '여행기',
    '# 첫날\n\n[둘째 날](#h-둘째-날) [다른 글](/note?no=9#h-절)\n\n```\n[코드](/note?no=9)\n',
    {
      laterParts: [
        { noteNo: 3, text: `여전히 [코드](/note?no=9)\n\`\`\`\n\n![숲](/pictures/${PICTURE}#80x60)` },
        { noteNo: 4, text: '' },
        {
          noteNo: 7,
          text: `${'나'.repeat(4_000)}\n- [ ] 할 일\n- [x] 한 일\n\n[처음](/note?no=1) [셋째](/note?no=3)`,
        },
      ],
    },
  )
  const other = note(9, '다른 글', '[셋째 편](/note?no=4) [여행기](/note?no=1#h-둘째-날) [[여행기]]')
  await expectSame([series, other])
  const [file] = exported([series, other], topicsOf('회의')).values()
  const head = new TextDecoder().decode(file).split('---\n')[1]
  expect(head).toMatch(/^parts: \[\d+, \d+, 0, \d+\]$/m)
  expect(head).toContain('series: [1, 3, 4, 7]')
})

test('splits the text of a series anew if its parts do not fit any more', async () => {
  const texts = Array.from({ length: 3 }, (_, at) => `## 절 ${at}\n${'가'.repeat(2_000)}\n`)
  const [text = '', ...later] = texts
  const series = note(1, '글', text, {
    laterParts: later.map((part, at) => ({ noteNo: at + 2, text: part })),
  })
  const files = exported([series], topicsOf('회의'))
  const [[name, content] = ['', new Uint8Array()]] = files
  const written = new TextDecoder().decode(content).replace('## 절 1', '## 새로 쓴 절')
  const [came] = await imported(zipped(new Map([[name, strToU8(written)]])))
  const parts = came ? [came, ...(came.laterParts ?? [])] : []
  expect(parts.map(part => part.text.length)).toEqual([4_019, 2_008])
  expect(wholeText(parts)).toBe(texts.join('').replace('## 절 1', '## 새로 쓴 절'))
})

test('does not turn links to files in the text into links to notes', async () => {
  await expectSame([
    note(1, '하나', '[둘](둘%202.md) [둘](/note?no=2) [둘](<둘 2.md>)'),
    note(2, '둘', '[하나](/note?no=001) [하나](</note?no=1>)'),
  ])
})

test('keeps two topics with the same title in order', async () => {
  const notes = [
    note(4, '가', '글', { topicNo: 3 }),
    note(9, '가', '글', { topicNo: 1 }),
    note(6, '나', '글', { topicNo: 2 }),
  ]
  const came = await imported(zipped(exported(notes, topicsOf('회의', '여행', '회의'))))
  expect(came.map(({ topicTitle, topic, noteNo }) => [topicTitle, topic.at(-1), noteNo])).toEqual([
    ['회의', '0', 9],
    ['여행', '0', 6],
    ['회의', '1', 4],
  ])
})

test('imports a topic with the name of a macOS folder', async () => {
  const files = Array.from(exported([note(1, '회의록', '글')], topicsOf('__MACOSX')))
  const named = files.map(([name, content]) => [name.replace('__MACOSX 1/', '__MACOSX/'), content] as const)
  expect(await imported(zipped(new Map(named)))).toMatchObject([{ topicTitle: '__MACOSX', title: '회의록' }])
})

test('imports the same notes from unpacked files, macOS or Windows archives, and single files', async () => {
  const notes = [note(1, '회의록', '# 안건\n\n[둘](/note?no=2)'), note(2, '둘', '글\n', { isPinned: true })]
  const topics = topicsOf('각색')
  const files = exported(notes, topics)
  const wanted = await imported(zipped(files))
  const renamed = (rename: (name: string) => string, more: (readonly [string, Uint8Array])[] = []) =>
    zipped(new Map([...Array.from(files, ([name, content]) => [rename(name), content] as const), ...more]))
  const system = ['__MACOSX/묶음/._회의록.md', '묶음/.DS_Store'].map(name => [name, strToU8('x')] as const)
  expect(await imported(renamed(name => `묶음/${name}`.normalize('NFD'), system))).toEqual(wanted)
  expect(await imported(renamed(name => name.replaceAll('/', '\\')))).toEqual(wanted)
  const picked = Array.from(files, ([name, content]) => ({ path: [name.split('/').at(-1) ?? ''], content }))
  const loose = picked.filter(({ path }) => path[0]?.endsWith('.md'))
  expect(await imported({ files: loose, pictures: [] })).toEqual(wanted)
  const windows = loose.map(({ path, content }) => {
    const text = new TextDecoder().decode(content).replaceAll('\n', '\r\n')
    return { path, content: strToU8(text) }
  })
  expect(await imported({ files: windows, pictures: [] })).toEqual(wanted)
})

/** Parts of texts, separated by spaces, that Markdown, links or front matter give a meaning. */
const SIGNS =
  '가 é 👨‍👩‍👧 --- ` ``` [ ] ( ) ]( ![ < > " \\ | ../ %20 [[ ]] ~~~ #80x60 /note?no=1 /note?no=2#h-가'
const LINES = [' ', '\n', '\n\n', '\r\n', '# ', '---\n', '```\n', 'title: 가', '[a]: ', '둘 2.md']
const LINKS = ['[둘](/note?no=2)', `/pictures/${PICTURE}`, `![그림](/pictures/${PICTURE}#80x60)`]
const part = fc.constantFrom(...SIGNS.split(' '), ...LINES, ...LINKS)
const text = fc.array(part, { maxLength: 25 }).map(parts => parts.join('').normalize('NFC'))
const names = fc.constantFrom('둘', 'CON', '가/나', '..', 'A', 'a')
const title = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), names)
  // As the field of a title takes it.
  .map(written => `가${written.replace(/\p{Cc}/gu, '')}`.normalize('NFC').replace(/\s+/g, ' ').trim())

test('restores arbitrary notes unchanged', async () => {
  const later = fc.array(text, { maxLength: 3 })
  const drawn = fc.tuple(title, text, fc.integer({ min: 1, max: 3 }), fc.boolean(), later)
  const notes = fc.array(drawn, { minLength: 2, maxLength: 5 })
  const topics = topicsOf('회의', '회의', '여행/제주')
  await fc.assert(
    fc.asyncProperty(notes, async written => {
      const made = written.map(([name, body, topicNo, isPinned, later], at) =>
        note(at + 1, name, body, {
          ...{ topicNo, isPinned },
          ...(later.length > 0 && {
            laterParts: later.map((part, place) => ({ noteNo: 100 * (at + 1) + place, text: part })),
          }),
        }),
      )
      await expectSame(made, topics)
    }),
    { numRuns: 60 },
  )
})
