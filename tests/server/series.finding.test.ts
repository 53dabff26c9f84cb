import { expect, test } from 'vitest'
import { openDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getBacklinks, getNoteLinks } from '#protocol/links.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { searchAll, searchNotes } from '#protocol/search.ts'
import { getShareNotes, shareNote } from '#protocol/shares.ts'
import { getNotesByTag, getTags } from '#protocol/tags.ts'
import { contentOf } from '#tests/support/documents.ts'
import { openNodes } from '#tests/support/node.ts'
import { continueWith, writeSeries } from '#tests/support/series.ts'
import { makeHub, newUser, newUsers, writeNote } from '#tests/support/users.ts'

const [node] = await openNodes({})
const [author, friend] = await newUsers(node.url, node.url)
const hubNo = await makeHub(author, friend)
const getDocument = async (writer: typeof author, noteNo: number) =>
  contentOf((await writer.call(openDocument, { subject: { noteNo } })).document)

const [head, second = 0] = await writeSeries(
  author,
  ['첫 편 고라니 #여행', '둘째 편 고라니 #여행 #기차 [[역 앞]]', '셋째 편 너구리'],
  '기차 여행',
)
await author.call(shareNote, { hubNo, noteNo: head })

test('a search gives one result for a series, with the excerpt of the part that matches', async () => {
  for (const reader of [author, friend]) {
    const { noteCount, notes } = await reader.call(searchNotes, { query: '고라니' })
    expect(noteCount).toBe(1)
    expect(notes).toMatchObject([{ noteNo: head, subjectTitle: '주제' }])
    const found = await reader.call(searchNotes, { query: '여행 너구리' })
    expect(found.notes).toMatchObject([{ noteNo: head, excerpt: { hit: '너구리' } }])
  }
  const { notes } = await author.call(searchAll, { query: '너구리' })
  expect(notes).toMatchObject({ count: 1, items: [{ noteNo: head, subjectTitle: '주제' }] })
  const { sharedNotes } = await friend.call(searchAll, { query: '너구리' })
  expect(sharedNotes).toMatchObject({ count: 1, items: [{ noteNo: head, hubNo }] })
  const { notes: shareable } = await author.call(getShareNotes, { hubNo, query: '너구리' })
  expect(shareable.map(({ noteNo }) => noteNo)).toEqual([head])
})

test('words in different parts of a series find it, and words in different notes find nothing', async () => {
  await writeNote(author, '고라니', '수달')
  for (const reader of [author, friend]) {
    const { noteCount, notes } = await reader.call(searchNotes, { query: '둘째 너구리 ㄱㄹㄴ' })
    expect(noteCount).toBe(1)
    expect(notes).toMatchObject([{ noteNo: head, excerpt: { hit: '둘째' } }])
    expect((await reader.call(searchNotes, { query: '너구리 수달' })).noteCount).toBe(0)
    expect((await reader.call(searchNotes, { query: '둘째 너구리 없는말' })).noteCount).toBe(0)
  }
})

test('a tag counts a series once and leads to its first part', async () => {
  const other = await writeNote(author, '다른 노트', '#여행')
  const { tags } = await author.call(getTags, {})
  expect(tags).toEqual([
    { tag: '여행', noteCount: 2 },
    { tag: '기차', noteCount: 1 },
  ])
  const byTag = async (tag: string) => {
    const { noteCount, notes } = await author.call(getNotesByTag, { tag })
    return { noteCount, noteNos: notes.map(({ noteNo }) => noteNo) }
  }
  expect(await byTag('여행')).toEqual({ noteCount: 2, noteNos: [other, head] })
  expect(await byTag('기차')).toEqual({ noteCount: 1, noteNos: [head] })
  expect(await byTag('없음')).toEqual({ noteCount: 0, noteNos: [] })
})

test('links of all parts are those of the series, and backlinks lead to the first part', async () => {
  const target = await writeNote(author, '역 앞')
  for (const noteNo of [head, second]) {
    const { links } = await author.call(getNoteLinks, { noteNo })
    expect(links).toMatchObject([{ noteNo: target }])
  }
  const { notes } = await author.call(getBacklinks, { noteNo: target })
  expect(notes).toMatchObject([{ noteNo: head, title: '기차 여행' }])
  const linking = await writeNote(author, '메모', `[[기차 여행]] [둘째](/note?no=${second})`)
  for (const noteNo of [head, second])
    expect((await author.call(getBacklinks, { noteNo })).notes).toMatchObject([{ noteNo: linking }])
})

test('a renamed series has its new title in every part, in the search, and in open editors', async () => {
  const writer = await newUser(node.url)
  const [first, later = 0] = await writeSeries(writer, ['하나', '둘 두루미'], '옛 이름')
  const document = await getDocument(writer, later)
  await writer.call(updateNote, { noteNo: first, title: '새 이름', text: encodeText('하나') })
  expect((await writer.call(getNote, { noteNo: later })).title).toBe('새 이름')
  expect((await writer.call(searchNotes, { query: '새 두루미' })).notes).toMatchObject([{ noteNo: first }])
  expect((await writer.call(searchNotes, { query: 'ㅅㅇㄹ 두루미' })).noteCount).toBe(1)
  expect((await writer.call(searchNotes, { query: '옛 두루미' })).noteCount).toBe(0)
  expect((await getDocument(writer, later)).title).toBe('새 이름')
  expect(document.title).toBe('옛 이름')
  await continueWith(writer, later, '셋')
  const saved = { noteNo: later, title: '옛 이름', text: encodeText('둘 더') }
  await writer.call(updateNote, saved)
  expect((await writer.call(searchNotes, { query: '새 더' })).noteCount).toBe(1)
})
