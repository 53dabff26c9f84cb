import { randomUUID } from 'node:crypto'
import { applyEdits, createDoc, createState } from '#protocol/document/content.ts'
import type { ServerEventPayload } from '#protocol/events.ts'
import { HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import { UPDATES_MAX } from '#server/features/documents/documents.saving.service.ts'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { createSessionGate } from '#server/platform/session.ts'
import { openRepositories } from '#server/repositories.ts'

export const SECRET = 'a secret that only this bench and its nodes know'

/** Each hub has the first users, up to its size. */
export const HUB_SIZES = [5, 20, 50, 100, HUB_MEMBERS_MAX]

/** Creates users with sessions, hubs of several sizes, and notes of the first user. */
export async function createFixtures(mongoUrl: string, notes: number) {
  const { repositories, counters, clock, insertUser, insertTopic, insertNote, close } =
    await openFixtures(mongoUrl)
  const userNos: number[] = []
  const tokens: string[] = []
  for (let place = 0; place < HUB_MEMBERS_MAX; place += 1) {
    const { userNo, token } = await insertUser()
    userNos.push(userNo)
    tokens.push(token)
  }
  const hubNos = new Map<number, number>()
  for (const size of HUB_SIZES) {
    const hubNo = await counters.next('hub')
    await repositories.hubs.insert(hubNo, userNos.slice(0, size), clock())
    hubNos.set(size, hubNo)
  }

  const authorNo = userNos[0] ?? 0
  const subjectNo = await insertTopic(authorNo)
  const noteNos: number[] = []
  for (let written = 0; written < notes; written += 1)
    noteNos.push(await insertNote({ authorNo, subjectNo, title: `벤치 노트 ${written}`, text: '' }))
  await close()
  return { hubNos, tokens, noteNos }
}

/** A note and a session of its author. */
export interface AuthoredNote {
  noteNo: number
  token: string
}

/**
 * Creates users with one note each. The documents of the notes already have 0 to 99 updates, as after hours of typing: so at any
 * moment some of them are compacted.
 */
export async function createAuthoredNotes(
  mongoUrl: string,
  count: number,
  text: string,
): Promise<AuthoredNote[]> {
  const { repositories, clock, insertUser, insertTopic, insertNote, close } = await openFixtures(mongoUrl)
  const notes: AuthoredNote[] = []
  for (let written = 0; written < count; written += 1) {
    const { userNo: ownerNo, token } = await insertUser()
    const content = { title: '벤치 노트', text }
    const subjectNo = await insertTopic(ownerNo)
    const noteNo = await insertNote({ authorNo: ownerNo, subjectNo, ...content })
    const snapshot = Buffer.from(createState(content))
    const updates = typedUpdates(snapshot, written % UPDATES_MAX)
    await repositories.documents.insert({
      documentId: randomUUID(),
      ownerNo,
      noteNo,
      generation: 1,
      snapshot,
      updates,
      bytes: updates.reduce((sum, update) => sum + update.length, snapshot.length),
      revision: updates.length,
      savedRevision: 0,
      ...(updates.length > 0 && { isUnsaved: true }),
      compactions: 0,
      changedAt: clock(),
    })
    notes.push({ noteNo, token })
  }
  await close()
  return notes
}

/** The updates of characters that are typed one by one. */
function typedUpdates(snapshot: Uint8Array, count: number): Buffer[] {
  const updates: Buffer[] = []
  const doc = createDoc([snapshot])
  doc.on('update', update => void updates.push(Buffer.from(update)))
  for (let at = 0; at < count; at += 1) applyEdits(doc, { text: [{ from: at, to: at, insert: '가' }] })
  return updates
}

/** Inserts records directly, because thousands of calls would take much CPU time. */
async function openFixtures(mongoUrl: string) {
  const mongo = await connectMongo(mongoUrl)
  const repositories = openRepositories(mongo)
  const counters = createCounters(mongo)
  await createIndexes(mongo)
  const clock = () => new Date()
  const viewerOf = async (userNo: number) => ({ userNo, privilege: 0 })
  const gate = createSessionGate({ sessions: repositories.sessions, viewerOf, secrets: [SECRET], clock })

  return {
    repositories,
    counters,
    clock,
    close: () => mongo.close(),
    async insertUser() {
      const userNo = await counters.next('user')
      const name = `bench-live-${userNo}`
      await repositories.users.insert({
        userNo,
        email: `${name}@example.com`,
        username: name,
        passwordHash: '-',
        privilege: 0,
        createdAt: clock(),
      })
      return { userNo, token: (await gate.create(userNo, { device: '' })).authToken }
    },
    async insertTopic(ownerNo: number) {
      const subjectNo = await counters.next('topic')
      await repositories.topics.insert({ subjectNo, ownerNo, title: '벤치', createdAt: clock() })
      return subjectNo
    },
    async insertNote(note: { authorNo: number; subjectNo: number; title: string; text: string }) {
      const noteNo = await counters.next('note')
      const now = clock()
      await repositories.notes.insert({
        noteNo,
        ...note,
        textLength: note.text.length,
        version: 1,
        createdAt: now,
        lastUpdate: now,
      })
      return noteNo
    },
  }
}

export const COMMENT = '저도 그렇게 생각해요. 다음 모임에서 같이 이야기해 봐요.'

/** The payloads of the baseline servers, as large as those of 글마루 with these fixtures. */
export const events = {
  'note:shared': {
    hubNo: 5,
    version: 42,
    unread: { numUnreadArticles: 7, revision: 42, isMuted: false },
    note: {
      noteNo: 123,
      seq: 41,
      articleTitle: '벤치 노트 41',
      subjectTitle: '벤치',
      author: 'bench-live-1',
      authorNo: 1,
      profPic: '',
      lastUpdate: '2026-01-01T00:00:00.000Z',
      sharedAt: '2026-01-01T00:00:00.000Z',
      edited: false,
      noteVersion: 1,
      commentCount: 0,
    },
  },
  'comment:posted': {
    hubNo: 5,
    noteNo: 123,
    version: 42,
    count: 7,
    comment: {
      commentNo: 41,
      text: COMMENT,
      writer: 'bench-live-1',
      writerNo: 1,
      profPic: '',
      postedAt: '2026-01-01T00:00:00.000Z',
      edited: false,
      requestKey: 'c0ffee00-0000-4000-8000-000000000000',
    },
  },
} satisfies {
  'note:shared': ServerEventPayload<'note:shared'>
  'comment:posted': ServerEventPayload<'comment:posted'>
}
export type PublishedEvent = keyof typeof events
