import { randomUUID } from 'node:crypto'
import { toBase64 } from 'lib0/buffer'
import { openDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { deleteNote, getNote, postNote } from '#protocol/notes.ts'
import { createPublicLink } from '#protocol/publicLinks.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { contentOf, unsavedDocument, updateTo } from '#tests/support/documents.ts'
import { PRIVATE_TEXTS } from '#tests/support/fixtures.ts'
import { picture, upload } from '#tests/support/images.ts'
import { type TestUser, writeNote } from '#tests/support/users.ts'
import { emptyInput, type Inputs, roomToSpend } from './shared.ts'

async function trashedNote(author: TestUser): Promise<number> {
  const noteNo = await writeNote(author)
  await author.call(deleteNote, { noteNo })
  return noteNo
}

/** Creates a trashed topic that had a note. Returns its number. */
async function trashedTopic(author: TestUser): Promise<number> {
  const noteNo = await writeNote(author)
  const topicNo = (await author.call(getNote, { noteNo })).subjectNo ?? 0
  await author.call(deleteTopic, { topicNo })
  return topicNo
}

/** Inputs of topics, notes, the trash, pictures and the search. */
export const noteInputs = {
  '/api/topic/gettopics': emptyInput,
  '/api/topic/create': () => ({ title: '새 주제' }),
  '/api/topic/delete': async (fixtures, caller) => ({
    topicNo: (await roomToSpend(fixtures, caller)).topicNo,
  }),
  '/api/topic/merge': async (fixtures, caller) => ({
    topicNo: (await roomToSpend(fixtures, caller)).topicNo,
    intoNo: fixtures.room.topicNo,
  }),
  '/api/topic/rename': ({ room }) => ({ topicNo: room.topicNo, title: '다른 이름' }),
  '/api/note/move': async (fixtures, caller) => {
    const { noteNo } = await roomToSpend(fixtures, caller)
    return { noteNosJSON: JSON.stringify([noteNo]), topicNo: fixtures.room.topicNo }
  },
  '/api/trash/list': emptyInput,
  '/api/trash/read': async ({ author }) => ({ noteNo: await trashedNote(author) }),
  '/api/trash/restore': async ({ author }) => ({ noteNosJSON: JSON.stringify([await trashedNote(author)]) }),
  '/api/trash/restoretopic': async ({ author }) => ({ topicNo: await trashedTopic(author) }),
  '/api/trash/purge': async ({ author }) => ({ noteNosJSON: JSON.stringify([await trashedNote(author)]) }),
  '/api/note/getnotes': ({ room }) => ({ topicNo: room.topicNo }),
  '/api/note/latest': () => ({}),
  '/api/note/post': ({ room }) => ({
    topicNo: room.topicNo,
    title: '새 노트',
    text: encodeText('새 글'),
    requestKey: randomUUID(),
    createdAt: '2024-03-01T10:22:00.000Z',
    lastUpdate: '2024-03-02T10:22:00.000Z',
    isPinned: true,
  }),
  '/api/note/quick': () => ({ text: encodeText('떠오른 생각\n이어서'), requestKey: randomUUID() }),
  '/api/note/daily': () => ({
    topicTitle: '일기',
    title: '2026년 11월 28일',
    text: encodeText('오늘'),
    requestKey: randomUUID(),
  }),
  '/api/note/update': async (fixtures, caller) => ({
    noteNo: (await roomToSpend(fixtures, caller)).noteNo,
    title: '고친 제목',
    text: encodeText('고친 글'),
    version: 1,
    keepEarlier: true,
    lastUpdate: '2024-03-02T10:22:00.000Z',
  }),
  '/api/note/get': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/series': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/continue': async (fixtures, caller) => ({
    noteNo: (await roomToSpend(fixtures, caller)).noteNo,
    text: encodeText('다음 편'),
    requestKey: randomUUID(),
    lastUpdate: '2024-03-02T10:22:00.000Z',
  }),
  '/api/note/links': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/backlinks': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/titles': () => ({}),
  '/api/note/tags': () => ({}),
  '/api/note/bytag': () => ({ tag: '여행' }),
  '/api/note/delete': async (fixtures, caller) => ({ noteNo: (await roomToSpend(fixtures, caller)).noteNo }),
  '/api/note/deletemany': async ({ author, room: { topicNo } }) => {
    const { noteNo } = await author.call(postNote, { topicNo, title: '지울 노트', text: '' })
    return { noteNosJSON: JSON.stringify([noteNo]) }
  },
  '/api/document/unsaved': () => ({}),
  '/api/document/open': ({ room: { noteNo } }) => ({ subject: { noteNo } }),
  '/api/document/edit': async ({ author, room: { noteNo } }) => {
    const { document } = await author.call(openDocument, { subject: { noteNo } })
    const update = toBase64(updateTo(document, { text: `${contentOf(document).text} 쓰는 중` }))
    return { documentId: document.documentId, generation: document.generation, update }
  },
  '/api/document/save': async ({ author, room: { noteNo } }) => ({
    documentId: await unsavedDocument(author, noteNo),
  }),
  '/api/document/discard': async ({ author, room: { noteNo } }) => ({
    documentId: await unsavedDocument(author, noteNo),
  }),
  '/api/note/pin': ({ room }) => ({ noteNo: room.noteNo, isPinned: true }),
  '/api/publiclink/create': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/publiclink/end': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/publiclink/setindexed': async ({ author, room: { noteNo } }) => {
    await author.call(createPublicLink, { noteNo })
    return { noteNo, isIndexed: true }
  },
  '/api/publiclink/list': emptyInput,
  '/api/note/gethistory': ({ room }) => ({ noteNo: room.noteNo }),
  '/api/note/getversion': ({ room }) => ({ noteNo: room.noteNo, version: 1 }),
  '/api/picture/upload': async () => ({ picture: upload(await picture('jpeg')), requestKey: randomUUID() }),
  '/api/find/all': () => ({ query: PRIVATE_TEXTS.title }),
  '/api/note/find': () => ({ query: PRIVATE_TEXTS.title }),
} satisfies Partial<Inputs>
