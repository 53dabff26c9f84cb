import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnlockedDraft } from '#client/features/notes/sync/note.drafts.ts'
import { createOutboxSender, type OutboxNote, type Outcome } from './outbox.sender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const draft = (title: string, askedAt?: number): UnlockedDraft => ({
  subject: { userNo: 7, topicNo: 3, requestKey: title },
  title,
  text: '',
  version: 0,
  requestKey: title,
  keptAt: 1,
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

test('sends notes in the order of their save requests and skips other drafts', async () => {
  const { sender, sentTitles, reports } = setUp([draft('둘째', 2), draft('쓰던 글'), draft('첫째', 1)])
  await sender.check()
  expect(sentTitles).toEqual(['첫째', '둘째'])
  expect(reports).toEqual(['첫째 sent', '둘째 sent'])
})

test('pauses while offline and sends all notes after reconnecting', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1), draft('둘째', 2)], { 첫째: [{ kind: 'offline' }] })
  await sender.check()
  await sender.check()
  expect(sentTitles).toEqual(['첫째'])
  await sender.retryNow()
  expect(sentTitles).toEqual(['첫째', '첫째', '둘째'])
})

test('retries once per hint of a connection', async () => {
  const offlineOutcomes: Outcome[] = Array.from({ length: 3 }, () => ({ kind: 'offline' }))
  const { sender, sentTitles } = setUp([draft('첫째', 1)], { 첫째: offlineOutcomes })
  await sender.check()
  await sender.retryNow()
  expect(sentTitles).toHaveLength(2)
  await sender.check()
  expect(sentTitles).toHaveLength(2)
})

test('retries with exponential backoff without any event', async () => {
  const offlineOutcomes: Outcome[] = Array.from({ length: 7 }, () => ({ kind: 'offline' }))
  const { sender, sentTitles } = setUp([draft('첫째', 1)], { 첫째: offlineOutcomes })
  await sender.check()
  for (const [seconds, tries] of [
    [1, 2],
    [2, 3],
    [4, 4],
    [8, 5],
    [14, 5],
    [1, 6],
    [15, 7],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000)
    expect(sentTitles).toHaveLength(tries)
  }
})

test('sends other notes after a stuck one', async () => {
  const stuckOutcome: Outcome = { kind: 'stuck', trouble: { kind: 'conflict' } }
  const { sender, sentTitles, reports } = setUp([draft('첫째', 1), draft('둘째', 2)], {
    첫째: [stuckOutcome],
  })
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
  const { sender, sentTitles } = setUp(drafts, { '다 찼던 글': [{ kind: 'stuck', trouble: rejection }] })
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
  const stuckTimer = [sender.check(), sender.check()]
  addDrafts(draft('그사이', 2))
  await Promise.all(stuckTimer)
  expect(sentTitles).toEqual(['첫째', '그사이'])
})

test('sends nothing after it was stopped', async () => {
  const { sender, sentTitles } = setUp([draft('첫째', 1), draft('둘째', 2)])
  const stuckTimer = sender.check()
  sender.stop()
  await stuckTimer
  expect(sentTitles).toEqual([])
})
