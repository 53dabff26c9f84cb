import { beforeEach, expect, test, vi } from 'vitest'
import type { Draft, DraftSubject } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { encodeText } from '#protocol/encoding.ts'
import type { OutboxNote } from './outbox.queue.ts'
import { sendOutbox } from './outbox.sending.ts'

const { kept } = vi.hoisted(() => ({ kept: new Map<string, Draft | null>() }))
const nameOf = (subject: DraftSubject) => ('noteNo' in subject ? `note ${subject.noteNo}` : 'new')

vi.mock('#client/features/notes/editor/drafts/note.drafts.ts', () => ({
  keepOnDevice: async (subject: DraftSubject, draft: Draft) => kept.set(nameOf(subject), draft) !== undefined,
  replaceLeftDraft: async ({ subject }: OutboxNote, next: Draft | null) => kept.set(nameOf(subject), next),
}))

beforeEach(() => kept.clear())

const fresh: OutboxNote = {
  subject: { userNo: 7, topicNo: 3, requestKey: 'key' },
  title: '회의록',
  text: '하나',
  version: 0,
  requestKey: 'key',
  keptAt: 1,
  askedAt: 1,
  unanswered: [{ title: '회의록', text: '하나' }],
}
const changed: OutboxNote = { ...fresh, subject: { userNo: 7, noteNo: 12, requestKey: 'key' }, version: 4 }

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
const settlePictures = async (text: string) => text
const failing =
  (code: 'offline' | 'notFound' | 'quota' | 'tooMany' | 'notSignedIn', status: number) => async () => {
    throw new CallFailed({
      code,
      status,
      message: code === 'offline' ? '' : '서버의 말',
      retryAfterSeconds: 28,
    })
  }

test('what is sent lies on the device no more', async () => {
  expect(await sendOutbox({ settlePictures, post, update }, fresh)).toEqual({ kind: 'sent', noteNo: 12 })
  expect(kept.get('new')).toBeNull()
})

test('before it goes, the device knows that it may have arrived', async () => {
  const written = { ...fresh, text: '하나 둘' }
  expect(await sendOutbox({ settlePictures, post: failing('offline', 0), update }, written)).toEqual({
    kind: 'lost',
  })
  expect(kept.get('new')?.unanswered?.map(({ text }) => text)).toEqual(['하나 둘', '하나'])
})

test('where its pictures are the device knows before it goes', async () => {
  const settled = { ...fresh, unanswered: [{ title: '회의록', text: '그림' }] }
  const calls = { settlePictures: async () => '그림', post: failing('offline', 0), update }
  await sendOutbox(calls, settled)
  expect(kept.get('new')?.text).toBe('그림')
})

test('a conflict is kept with the text, under the number of the note that is there', async () => {
  expect(await sendOutbox({ settlePictures, post, update: conflict }, changed)).toMatchObject({
    kind: 'stuck',
  })
  expect(kept.get('note 12')).toMatchObject({ text: '하나', version: 4, trouble: { kind: 'conflict' } })

  kept.clear()
  const madeBefore = async () => ({ success: true as const, noteNo: 12, version: 2 })
  const twice = { ...fresh, unanswered: [{ title: '회의록', text: '다른 글' }] }
  expect(await sendOutbox({ settlePictures, post: madeBefore, update: conflict }, twice)).toMatchObject({
    kind: 'stuck',
    nowOn: 12,
  })
  expect(kept.get('note 12')).toMatchObject({ text: '하나', version: 1, trouble: { kind: 'conflict' } })
  expect(kept.get('new')).toBeNull()
})

test('a refusal is kept with the text: what is gone, and what the server said', async () => {
  const gone = failing('notFound', 404)
  await sendOutbox({ settlePictures, post: gone, update }, fresh)
  expect(kept.get('new')).toMatchObject({ text: '하나', trouble: { kind: 'topicGone' } })
  await sendOutbox({ settlePictures, post, update: gone }, changed)
  expect(kept.get('note 12')).toMatchObject({ text: '하나', trouble: { kind: 'noteGone' } })
  await sendOutbox({ settlePictures, post: failing('quota', 409), update }, fresh)
  expect(kept.get('new')).toMatchObject({ trouble: { kind: 'refused', sentence: '서버의 말' } })
})

test('what passes with time leaves no trouble behind', async () => {
  const sent = (calls: Parameters<typeof sendOutbox>[0]) => sendOutbox(calls, fresh)
  expect(await sent({ settlePictures, post: failing('tooMany', 429), update })).toEqual({
    kind: 'tooOften',
    seconds: 28,
  })
  expect(await sent({ settlePictures, post: failing('notSignedIn', 401), update })).toEqual({
    kind: 'signedOut',
  })
  expect(kept.size).toBe(0)
})

test('its pictures go up first, and it is kept and sent with their addresses', async () => {
  const waiting = { ...fresh, text: 'waiting', unanswered: [] }
  const posted = vi.fn(post)
  const settle = async (text: string) => text.replace('waiting', 'up')
  expect(await sendOutbox({ settlePictures: settle, post: posted, update }, waiting)).toEqual({
    kind: 'sent',
    noteNo: 12,
  })
  expect(posted).toHaveBeenCalledWith(expect.objectContaining({ text: 'up' }))

  kept.clear()
  expect(await sendOutbox({ settlePictures: settle, post: failing('offline', 0), update }, waiting)).toEqual({
    kind: 'lost',
  })
  expect(kept.get('new')).toMatchObject({ text: 'up', unanswered: [{ title: '회의록', text: 'up' }] })

  kept.clear()
  const rejected = await sendOutbox({ settlePictures: failing('quota', 409), post: posted, update }, waiting)
  expect(rejected).toEqual({ kind: 'stuck', trouble: { kind: 'refused', sentence: '서버의 말' } })
  expect(kept.get('new')).toMatchObject({ text: 'waiting' })
})

test('what it was written on is no conflict where it came back from the trash as another version', async () => {
  const restored = { ...(await conflict()), text: encodeText('처음') }
  const base = { title: '회의록', text: '처음' }
  const updated = vi.fn(async ({ version }: { version?: number | string }) =>
    version === 9 ? update() : restored,
  )
  const sent = () => sendOutbox({ settlePictures, post, update: updated }, { ...changed, base })
  expect(await sent()).toEqual({ kind: 'sent', noteNo: 12 })
  expect(updated.mock.calls.map(([{ version }]) => version)).toEqual([4, 9])
  restored.text = encodeText('다른 글')
  expect(await sent()).toMatchObject({ kind: 'stuck', trouble: { kind: 'conflict' } })
})
