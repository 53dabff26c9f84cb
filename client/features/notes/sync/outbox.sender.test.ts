import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft, DraftSubject, UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { CallFailed, type FailureCode } from '#client/platform/calls/callFailed.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createOutboxSender, type OutboxNote, type Outcome, sendOutboxNote } from './outbox.sender.ts'

const { storedDrafts, saveDraftOnDevice } = vi.hoisted(() => ({
  storedDrafts: new Map<string, Draft | null>(),
  saveDraftOnDevice: vi.fn<(subject: DraftSubject, draft: Draft) => Promise<boolean>>(),
}))
const keyOf = (subject: DraftSubject) => ('noteNo' in subject ? `note ${subject.noteNo}` : 'new')

vi.mock('#client/features/notes/sync/note.drafts.ts', () => ({
  saveDraftOnDevice,
  replaceDraft: async ({ subject }: OutboxNote, next: Draft | null) => storedDrafts.set(keyOf(subject), next),
}))

beforeEach(() => {
  vi.useFakeTimers()
  storedDrafts.clear()
  saveDraftOnDevice.mockImplementation(async (to, saved) => storedDrafts.set(keyOf(to), saved) !== undefined)
})
afterEach(() => void vi.useRealTimers())

const draft = (title: string, askedAt?: number): UnlockedDraft => ({
  subject: { userNo: 7, topicNo: 3, requestKey: title },
  ...{ title, text: '', version: 0, requestKey: title, keptAt: 1 },
  ...(askedAt !== undefined && { askedAt }),
})

/** `outcomes`: outcomes of the attempts by title; 'sent' by default. */
function setUp(drafts: UnlockedDraft[], outcomes: Partial<Record<string, Outcome[]>> = {}) {
  const sentTitles: string[] = []
  const reports: string[] = []
  const sender = createOutboxSender({
    findDrafts: async () => drafts,
    async send({ title }: OutboxNote) {
      sentTitles.push(title)
      const outcome = outcomes[title]?.shift() ?? { kind: 'sent', noteNo: 12 }
      const isDeleted = outcome.kind === 'sent' && title !== 'undroppable'
      if (isDeleted) drafts = drafts.filter(each => each.title !== title)
      return outcome
    },
    onIdle: attempts => reports.push(...attempts.map(({ note, outcome }) => `${note.title} ${outcome.kind}`)),
    now: Date.now,
  })
  return { sender, sentTitles, reports, addDrafts: (...more: UnlockedDraft[]) => drafts.push(...more) }
}

const offline = (times: number): Outcome[] => Array.from({ length: times }, () => ({ kind: 'offline' }))

test('sends notes in the order of their save requests and skips other drafts', async () => {
  const { sender, sentTitles, reports } = setUp([draft('둘째', 2), draft('쓰던 글'), draft('첫째', 1)])
  await sender.check()
  expect(sentTitles).toEqual(['첫째', '둘째'])
  expect(reports).toEqual(['첫째 sent', '둘째 sent'])
})

test('pauses while offline and sends all notes after reconnecting', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1), draft('둘째', 2)], { 첫째: offline(1) })
  await sender.check()
  await sender.check()
  expect(sentTitles).toEqual(['첫째'])
  await sender.retryNow()
  expect(sentTitles).toEqual(['첫째', '첫째', '둘째'])
})

test('retries once per hint of a connection', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1)], { 첫째: offline(3) })
  await sender.check()
  await sender.retryNow()
  expect(sentTitles).toHaveLength(2)
  await sender.check()
  expect(sentTitles).toHaveLength(2)
})

test('retries with exponential backoff without any event', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1)], { 첫째: offline(7) })
  await sender.check()
  const tries: number[] = []
  for (const seconds of [1, 2, 4, 8, 14, 1, 15]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    tries.push(sentTitles.length)
  }
  expect(tries).toEqual([2, 3, 4, 5, 5, 6, 7])
})

test('sends other notes after a stuck one', async () => {
  const stuck: Outcome = { kind: 'stuck', saveFailure: { kind: 'conflict' } }
  const { sender, sentTitles, reports } = setUp([draft('첫째', 1), draft('둘째', 2)], { 첫째: [stuck] })
  await sender.check()
  expect(sentTitles).toEqual(['첫째', '둘째'])
  expect(reports).toEqual(['첫째 stuck', '둘째 sent'])
})

test('retries a rejected note once per page load, but not a note that needs a decision', async () => {
  const rejection = { kind: 'refused', sentence: '서버의 말' } as const
  const drafts = [
    { ...draft('다 찼던 글', 1), trouble: rejection },
    { ...draft('정할 글', 2), trouble: { kind: 'conflict' } as const },
  ]
  const { sender, sentTitles } = setUp(drafts, { '다 찼던 글': [{ kind: 'stuck', saveFailure: rejection }] })
  await sender.check()
  await sender.retryNow()
  expect(sentTitles).toEqual(['다 찼던 글'])
})

test('waits for the rate limit even if drafts change', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1)], { 첫째: [{ kind: 'rateLimited', seconds: 28 }] })
  await sender.check()
  await vi.advanceTimersByTimeAsync(20_000)
  await sender.check()
  expect(sentTitles).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(sentTitles).toHaveLength(2)
})

test('pauses after sign-out until the next hint', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1)], { 첫째: [{ kind: 'signedOut' }] })
  await sender.check()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sentTitles).toHaveLength(1)
  await sender.retryNow()
  expect(sentTitles).toHaveLength(2)
})

test('does not send a note again if the device could not delete it', async () => {
  const { sender, sentTitles } = setUp([draft('undroppable', 1)])
  await sender.check()
  await sender.check()
  expect(sentTitles).toEqual(['undroppable'])
})

test('coalesces concurrent checks and sends drafts that were added meanwhile', async () => {
  const { sender, sentTitles, addDrafts } = setUp([draft('첫째', 1)])
  const checks = [sender.check(), sender.check()]
  addDrafts(draft('그사이', 2))
  await Promise.all(checks)
  expect(sentTitles).toEqual(['첫째', '그사이'])
})

test('sends nothing after it was stopped', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1), draft('둘째', 2)])
  const check = sender.check()
  sender.stop()
  await check
  expect(sentTitles).toEqual([])
})

const newNote: OutboxNote = {
  ...draft('key', 1),
  ...{ title: '회의록', text: '하나', askedAt: 1, unanswered: [{ title: '회의록', text: '하나' }] },
}
const subject = { userNo: 7, noteNo: 12, requestKey: 'key' }
const existingNote: OutboxNote = { ...newNote, subject, version: 4 }

type Calls = Parameters<typeof sendOutboxNote>[0]
const post = async () => ({ success: true as const, noteNo: 12, version: 1 })
const update = async () => ({ success: true as const, version: 5, lastUpdate: '' })
const otherVersion = { message: '', title: '회의록', text: '', version: 9, lastUpdate: '' }
const conflict = async () => ({ success: false as const, conflict: true as const, ...otherVersion })
const failWith = (code: FailureCode, status: number) => async () => {
  const message = code === 'offline' ? '' : '서버의 말'
  throw new CallFailed({ code, status, message, retryAfterSeconds: 28 })
}
/** Calls succeed by default. */
const send = (note: OutboxNote, calls: Partial<Calls> = {}) =>
  sendOutboxNote({ uploadPictures: async text => text, post, update, ...calls }, note)

test('deletes the draft of a sent note', async () => {
  expect(await send(newNote)).toEqual({ kind: 'sent', noteNo: 12 })
  expect(storedDrafts.get('new')).toBeNull()
})

test('stores the attempt before sending', async () => {
  const changedNote = { ...newNote, text: '하나 둘' }
  expect(await send(changedNote, { post: failWith('offline', 0) })).toEqual({ kind: 'offline' })
  expect(storedDrafts.get('new')?.unanswered?.map(({ text }) => text)).toEqual(['하나 둘', '하나'])
})

test('uploads pictures first, and stores and sends their addresses', async () => {
  const note = { ...newNote, text: 'waiting', unanswered: [] }
  const uploadPictures = async (text: string) => text.replace('waiting', 'up')
  const postNote = vi.fn(post)
  expect(await send(note, { uploadPictures, post: postNote })).toEqual({ kind: 'sent', noteNo: 12 })
  expect(postNote).toHaveBeenCalledWith(expect.objectContaining({ text: 'up' }))

  const attempt = { title: '회의록', text: 'up' }
  for (const unanswered of [[], [attempt]]) {
    storedDrafts.clear()
    const calls = { uploadPictures, post: failWith('offline', 0) }
    expect(await send({ ...note, unanswered }, calls)).toEqual({ kind: 'offline' })
    expect(storedDrafts.get('new')).toMatchObject({ text: 'up', unanswered: [attempt] })
  }

  storedDrafts.clear()
  const rejected = await send(note, { uploadPictures: failWith('quota', 409) })
  expect(rejected).toEqual({ kind: 'stuck', saveFailure: { kind: 'refused', sentence: '서버의 말' } })
  expect(storedDrafts.get('new')).toMatchObject({ text: 'waiting' })
})

test('stores a conflict with the draft under the number of the existing note', async () => {
  const trouble = { kind: 'conflict' }
  expect(await send(existingNote, { update: conflict })).toMatchObject({ kind: 'stuck' })
  expect(storedDrafts.get('note 12')).toMatchObject({ text: '하나', version: 4, trouble })

  storedDrafts.clear()
  const resent = { ...newNote, unanswered: [{ title: '회의록', text: '다른 글' }] }
  const calls = { post: async () => ({ ...(await post()), version: 2 }), update: conflict }
  expect(await send(resent, calls)).toMatchObject({ kind: 'stuck', existingNoteNo: 12 })
  expect(storedDrafts.get('note 12')).toMatchObject({ text: '하나', version: 1, trouble })
  expect(storedDrafts.get('new')).toBeNull()

  // A full device does not store it under the number of the note, so the draft of the new note remains.
  saveDraftOnDevice.mockResolvedValue(false)
  storedDrafts.clear()
  expect(await send(resent, calls)).toMatchObject({ kind: 'stuck', existingNoteNo: 12 })
  expect(storedDrafts.get('new')).not.toBeNull()
})

test('stores a rejection with the draft', async () => {
  const gone = failWith('notFound', 404)
  await send(newNote, { post: gone })
  expect(storedDrafts.get('new')).toMatchObject({ text: '하나', trouble: { kind: 'topicGone' } })
  await send(existingNote, { update: gone })
  expect(storedDrafts.get('note 12')).toMatchObject({ text: '하나', trouble: { kind: 'noteGone' } })
  await send(newNote, { post: failWith('quota', 409) })
  expect(storedDrafts.get('new')).toMatchObject({ trouble: { kind: 'refused', sentence: '서버의 말' } })
})

test.each<[FailureCode, number, Outcome]>([
  ['tooMany', 429, { kind: 'rateLimited', seconds: 28 }],
  ['notSignedIn', 401, { kind: 'signedOut' }],
])('stores no failure after the temporary error %s', async (code, status, outcome) => {
  expect(await send(newNote, { post: failWith(code, status) })).toEqual(outcome)
  expect(storedDrafts.size).toBe(0)
})

test('sees no conflict if the base content was restored from the trash', async () => {
  const restored = { ...(await conflict()), text: encodeText('처음') }
  const updateNote = vi.fn<Calls['update']>(async ({ version }) => (version === 9 ? update() : restored))
  const note = { ...existingNote, base: { title: '회의록', text: '처음' } }
  expect(await send(note, { update: updateNote })).toEqual({ kind: 'sent', noteNo: 12 })
  expect(updateNote.mock.calls.map(([{ version }]) => version)).toEqual([4, 9])
  restored.text = encodeText('다른 글')
  const stuck = { kind: 'stuck', saveFailure: { kind: 'conflict' } }
  expect(await send(note, { update: updateNote })).toMatchObject(stuck)
})
