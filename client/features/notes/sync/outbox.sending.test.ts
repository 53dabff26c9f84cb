import { beforeEach, expect, test, vi } from 'vitest'
import type { Draft, DraftSubject } from '#client/features/notes/sync/note.drafts.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { encodeText } from '#protocol/encoding.ts'
import type { OutboxNote } from './outbox.sender.ts'
import { sendOutboxNote } from './outbox.sending.ts'

const { storedDrafts } = vi.hoisted(() => ({ storedDrafts: new Map<string, Draft | null>() }))
const keyOf = (subject: DraftSubject) => ('noteNo' in subject ? `note ${subject.noteNo}` : 'new')

vi.mock('#client/features/notes/sync/note.drafts.ts', () => ({
  saveDraftOnDevice: async (subject: DraftSubject, draft: Draft) =>
    storedDrafts.set(keyOf(subject), draft) !== undefined,
  replaceDraft: async ({ subject }: OutboxNote, next: Draft | null) => storedDrafts.set(keyOf(subject), next),
}))

beforeEach(() => storedDrafts.clear())

const newNote: OutboxNote = {
  subject: { userNo: 7, topicNo: 3, requestKey: 'key' },
  title: '회의록',
  text: '하나',
  version: 0,
  requestKey: 'key',
  keptAt: 1,
  askedAt: 1,
  unanswered: [{ title: '회의록', text: '하나' }],
}
const existingNote: OutboxNote = {
  ...newNote,
  subject: { userNo: 7, noteNo: 12, requestKey: 'key' },
  version: 4,
}

const post = async () => ({ success: true as const, noteNo: 12, version: 1 })
const update = async () => ({ success: true as const, version: 5, lastUpdate: '' })
const conflict = async () => ({
  success: false as const,
  conflict: true as const,
  message: '',
  title: '회의록',
  text: '',
  version: 9,
  lastUpdate: '',
})
const uploadPictures = async (text: string) => text
const failWith =
  (code: 'offline' | 'notFound' | 'quota' | 'tooMany' | 'notSignedIn', status: number) => async () => {
    throw new CallFailed({
      code,
      status,
      message: code === 'offline' ? '' : '서버의 말',
      retryAfterSeconds: 28,
    })
  }

test('deletes the draft of a sent note', async () => {
  expect(await sendOutboxNote({ uploadPictures, post, update }, newNote)).toEqual({
    kind: 'sent',
    noteNo: 12,
  })
  expect(storedDrafts.get('new')).toBeNull()
})

test('stores the attempt before sending', async () => {
  const changedNote = { ...newNote, text: '하나 둘' }
  expect(await sendOutboxNote({ uploadPictures, post: failWith('offline', 0), update }, changedNote)).toEqual(
    {
      kind: 'offline',
    },
  )
  expect(storedDrafts.get('new')?.unanswered?.map(({ text }) => text)).toEqual(['하나 둘', '하나'])
})

test('stores the addresses of the pictures before sending', async () => {
  const uploadedNote = { ...newNote, unanswered: [{ title: '회의록', text: '그림' }] }
  const calls = { uploadPictures: async () => '그림', post: failWith('offline', 0), update }
  await sendOutboxNote(calls, uploadedNote)
  expect(storedDrafts.get('new')?.text).toBe('그림')
})

test('stores a conflict with the draft under the number of the existing note', async () => {
  expect(await sendOutboxNote({ uploadPictures, post, update: conflict }, existingNote)).toMatchObject({
    kind: 'stuck',
  })
  expect(storedDrafts.get('note 12')).toMatchObject({
    text: '하나',
    version: 4,
    trouble: { kind: 'conflict' },
  })

  storedDrafts.clear()
  const postExisting = async () => ({ success: true as const, noteNo: 12, version: 2 })
  const resent = { ...newNote, unanswered: [{ title: '회의록', text: '다른 글' }] }
  expect(
    await sendOutboxNote({ uploadPictures, post: postExisting, update: conflict }, resent),
  ).toMatchObject({
    kind: 'stuck',
    existingNoteNo: 12,
  })
  expect(storedDrafts.get('note 12')).toMatchObject({
    text: '하나',
    version: 1,
    trouble: { kind: 'conflict' },
  })
  expect(storedDrafts.get('new')).toBeNull()
})

test('stores a rejection with the draft', async () => {
  const gone = failWith('notFound', 404)
  await sendOutboxNote({ uploadPictures, post: gone, update }, newNote)
  expect(storedDrafts.get('new')).toMatchObject({ text: '하나', trouble: { kind: 'topicGone' } })
  await sendOutboxNote({ uploadPictures, post, update: gone }, existingNote)
  expect(storedDrafts.get('note 12')).toMatchObject({ text: '하나', trouble: { kind: 'noteGone' } })
  await sendOutboxNote({ uploadPictures, post: failWith('quota', 409), update }, newNote)
  expect(storedDrafts.get('new')).toMatchObject({ trouble: { kind: 'refused', sentence: '서버의 말' } })
})

test('stores no failure after temporary errors', async () => {
  const send = (calls: Parameters<typeof sendOutboxNote>[0]) => sendOutboxNote(calls, newNote)
  expect(await send({ uploadPictures, post: failWith('tooMany', 429), update })).toEqual({
    kind: 'rateLimited',
    seconds: 28,
  })
  expect(await send({ uploadPictures, post: failWith('notSignedIn', 401), update })).toEqual({
    kind: 'signedOut',
  })
  expect(storedDrafts.size).toBe(0)
})

test('uploads pictures first and sends their addresses', async () => {
  const draft = { ...newNote, text: 'waiting', unanswered: [] }
  const postNote = vi.fn(post)
  const uploadPictures = async (text: string) => text.replace('waiting', 'up')
  expect(await sendOutboxNote({ uploadPictures: uploadPictures, post: postNote, update }, draft)).toEqual({
    kind: 'sent',
    noteNo: 12,
  })
  expect(postNote).toHaveBeenCalledWith(expect.objectContaining({ text: 'up' }))

  storedDrafts.clear()
  expect(
    await sendOutboxNote({ uploadPictures: uploadPictures, post: failWith('offline', 0), update }, draft),
  ).toEqual({
    kind: 'offline',
  })
  expect(storedDrafts.get('new')).toMatchObject({ text: 'up', unanswered: [{ title: '회의록', text: 'up' }] })

  storedDrafts.clear()
  const rejected = await sendOutboxNote(
    { uploadPictures: failWith('quota', 409), post: postNote, update },
    draft,
  )
  expect(rejected).toEqual({ kind: 'stuck', trouble: { kind: 'refused', sentence: '서버의 말' } })
  expect(storedDrafts.get('new')).toMatchObject({ text: 'waiting' })
})

test('sees no conflict if the base content was restored from the trash', async () => {
  const restored = { ...(await conflict()), text: encodeText('처음') }
  const base = { title: '회의록', text: '처음' }
  const updateNote = vi.fn(async ({ version }: { version?: number | string }) =>
    version === 9 ? update() : restored,
  )
  const send = () => sendOutboxNote({ uploadPictures, post, update: updateNote }, { ...existingNote, base })
  expect(await send()).toEqual({ kind: 'sent', noteNo: 12 })
  expect(updateNote.mock.calls.map(([{ version }]) => version)).toEqual([4, 9])
  restored.text = encodeText('다른 글')
  expect(await send()).toMatchObject({ kind: 'stuck', trouble: { kind: 'conflict' } })
})
