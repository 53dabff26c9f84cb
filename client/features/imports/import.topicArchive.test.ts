import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exportTopic } from '#client/features/notes/list/noteExport.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getNoteLinks } from '#protocol/links.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { pictureAddress } from '#protocol/pictureAddress.ts'
import { getSeries } from '#protocol/series.ts'
import { parseSource } from './import.parser.ts'
import { planImport } from './import.plan.ts'
import { linkedNoteText, type PlannedPart, partsOf } from './import.planned.ts'

/** The archive of a topic comes back from an import unchanged. */

const PICTURE = 'a'.repeat(32)
const WEBP = new Uint8Array([0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50])
const TOPIC = { topicNo: 3, topicTitle: '여행: 제주' }
const TIMES = { createdAt: '2024-03-01T10:22:00.000Z', lastUpdate: '2024-03-02T10:22:00.000Z' }
const notes = [
  { noteNo: 1, title: '첫날', text: `# 첫날\n\n[둘째](/note?no=2)\n\n![숲](/pictures/${PICTURE}#80x60)\n` },
  { noteNo: 2, title: '첫날', text: '---\ntitle: 다른 제목\n---\n[남의 것](/note?no=99)' },
  { noteNo: 3, title: 'CON', text: '' },
]

const PARTS = [
  { noteNo: 4, text: '# 하나\n\n```\n코드\n' },
  { noteNo: 5, text: `계속\n\`\`\`\n\n![숲](/pictures/${PICTURE}#80x60)` },
  { noteNo: 6, text: '- [ ] 할 일\n\n[첫날](/note?no=1) [앞 편](/note?no=5) [[첫날]]' },
]
const series = {
  headNo: 4,
  place: 1,
  parts: PARTS.map(({ noteNo, text }) => ({ noteNo, length: text.length, version: 1 })),
}
const longNote = { noteNo: 4, title: '긴 글', text: PARTS[0]?.text ?? '', series, partCount: PARTS.length }

beforeEach(() => void vi.stubGlobal('isSecureContext', true))
afterEach(() => void vi.unstubAllGlobals())

/** Answers as the server does. `missingNos`: notes that are deleted after they were listed. `limitEvery`: rejects each such call once. */
function serve(
  missingNos: readonly number[] = [],
  limitEvery = Number.POSITIVE_INFINITY,
  served: readonly ((typeof notes)[number] & Partial<typeof longNote>)[] = notes,
): void {
  let asked = 0
  const pageIndex = { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked += 1
    if (asked % limitEvery === 0)
      return Response.json(
        { success: false, code: 'tooMany', message: '' },
        { status: 429, headers: { 'Retry-After': '20' } },
      )
    if (address === pictureAddress(PICTURE)) return new Response(WEBP)
    if (address === getNotes.path) {
      const rows = served.map(({ text, series: _, ...note }) => ({
        ...{
          ...note,
          ...TIMES,
          isPinned: note.noteNo === 2,
          excerpt: '',
          length: text.length,
          sharedCount: 0,
        },
      }))
      const page = { subjectTitle: TOPIC.topicTitle, noteCount: rows.length, notes: rows, pageIndex }
      return Response.json({ success: true, ...page })
    }
    const noteNo = init?.body instanceof FormData ? Number(init.body.get('noteNo')) : 0
    if (address === getNoteLinks.path) return Response.json({ success: true, links: [] })
    if (address === getSeries.path) {
      const parts = PARTS.map(part => ({
        ...part,
        text: encodeText(part.text),
        version: 1,
        lastUpdate: TIMES.lastUpdate,
      }))
      return Response.json({ success: true, headNo: 4, title: '긴 글', parts })
    }
    const note = served.find(each => each.noteNo === noteNo && !missingNos.includes(noteNo))
    if (address !== getNote.path || note === undefined)
      return Response.json({ success: false, code: 'notFound', message: '' }, { status: 404 })
    return Response.json({
      ...{ success: true, noteNo, title: note.title, text: encodeText(note.text), version: 1 },
      ...{ author: '작성자', authorNo: 1, isAuthor: true, profPic: '', lastUpdate: TIMES.lastUpdate },
      ...{ subjectNo: TOPIC.topicNo, subjectTitle: TOPIC.topicTitle, series: note.series },
    })
  })
}

async function exportAndImport(onPause = () => {}) {
  const archive = await exportTopic(TOPIC.topicNo, onPause)
  if (archive === null) throw new Error('too large')
  expect(archive.name).toBe('여행_ 제주.zip')
  const source = await archive.arrayBuffer()
  const read = await parseSource({ source, name: '0', maxFiles: 1_000, untitled: '제목 없음' })
  const plan = planImport(read.files, { looseTitle: '가져온 노트', trashTitle: '휴지통' }, read.topics)
  const numbers = new Map(
    read.files.flatMap(({ own, notes: own_ }) =>
      own_.flatMap(partsOf).map(({ id }, at) => [id, own?.parts?.[at]?.noteNo ?? own?.noteNo ?? 0] as const),
    ),
  )
  const [[key, picture] = ['', undefined]] = read.pictures
  const textOf = (part: PlannedPart) =>
    (linkedNoteText(part, id => numbers.get(id)) ?? part.text).replace(
      `upload:${key}#`,
      `/pictures/${PICTURE}#`,
    )
  return {
    picture,
    topics: plan.topics.map(topic => ({
      title: topic.title,
      notes: topic.notes.map(note => ({
        noteNo: numbers.get(note.id),
        title: note.title,
        text: textOf(note),
        ...(note.laterParts && { laterTexts: note.laterParts.map(textOf) }),
        createdAt: note.createdAt?.toISOString(),
        lastUpdate: note.lastUpdate?.toISOString(),
        isPinned: note.isPinned ?? false,
      })),
    })),
  }
}

test('titles, texts, times, links, pictures and the topic come back', async () => {
  serve()
  const { topics, picture } = await exportAndImport()
  const [topic] = topics
  expect(topics).toHaveLength(1)
  expect(topic?.title).toBe(TOPIC.topicTitle)
  expect(topic?.notes.toSorted((one, other) => (one.noteNo ?? 0) - (other.noteNo ?? 0))).toEqual(
    notes.map(note => ({ ...note, ...TIMES, isPinned: note.noteNo === 2 })),
  )
  expect(picture).toBeDefined()
})

test('a series comes back in the same parts, with links and pictures across them', async () => {
  serve([], undefined, [...notes, longNote])
  const { topics, picture } = await exportAndImport()
  const [first, ...later] = PARTS.map(({ text }) => text)
  expect(topics[0]?.notes.find(({ title }) => title === '긴 글')).toEqual({
    ...{ noteNo: 4, title: '긴 글', text: first, laterTexts: later, ...TIMES, isPinned: false },
  })
  expect(picture).toBeDefined()
})

test('a note that is deleted during the export is left out', async () => {
  serve([2])
  const { topics } = await exportAndImport()
  expect(topics[0]?.notes.map(({ noteNo }) => noteNo).toSorted()).toEqual([1, 3])
})

test('an export that is rate limited waits as long as the server says, also for pictures', async () => {
  serve()
  const { topics } = await exportAndImport()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  serve([], 2)
  const onPause = vi.fn(() => void vi.advanceTimersByTimeAsync(20_000))
  const { topics: limited, picture } = await exportAndImport(onPause)
  vi.useRealTimers()
  expect(onPause.mock.calls.length).toBeGreaterThan(3)
  expect(limited).toEqual(topics)
  expect(picture).toBeDefined()
})
