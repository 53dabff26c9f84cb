import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import type { OutboxNote, Outcome } from './outbox.queue.ts'
import { createSender } from './outbox.sender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const draft = (title: string, askedAt?: number): LeftDraft => ({
  subject: { userNo: 7, topicNo: 3, requestKey: title },
  title,
  text: '',
  version: 0,
  requestKey: title,
  keptAt: 1,
  ...(askedAt !== undefined && { askedAt }),
})

/** A device with drafts, and what becomes of each try to send one. */
function setUp(drafts: LeftDraft[], outcomes: Partial<Record<string, Outcome[]>> = {}) {
  const sent: string[] = []
  const told: string[] = []
  const sender = createSender({
    find: async () => drafts,
    async send({ title }: OutboxNote) {
      sent.push(title)
      const outcome = outcomes[title]?.shift() ?? { kind: 'sent', noteNo: 12 }
      const isGone = outcome.kind === 'sent' && title !== 'undroppable'
      if (isGone) drafts = drafts.filter(each => each.title !== title)
      return outcome
    },
    onRested: tried => told.push(...tried.map(({ note, outcome }) => `${note.title} ${outcome.kind}`)),
    now: Date.now,
  })
  return { sender, sent, told, write: (...more: LeftDraft[]) => drafts.push(...more) }
}

test('the first asked is sent first, and what nobody asked for stays', async () => {
  const { sender, sent, told } = setUp([draft('둘째', 2), draft('쓰던 글'), draft('첫째', 1)])
  await sender.look()
  expect(sent).toEqual(['첫째', '둘째'])
  expect(told).toEqual(['첫째 sent', '둘째 sent'])
})

test('without a line the others wait behind the first, and all go when it is back', async () => {
  const { sender, sent } = setUp([draft('첫째', 1), draft('둘째', 2)], { 첫째: [{ kind: 'lost' }] })
  await sender.look()
  await sender.look()
  expect(sent).toEqual(['첫째'])
  await sender.wake()
  expect(sent).toEqual(['첫째', '첫째', '둘째'])
})

test('whoever said that the line may be back has said it for one try alone', async () => {
  const lost: Outcome[] = Array.from({ length: 3 }, () => ({ kind: 'lost' }))
  const { sender, sent } = setUp([draft('첫째', 1)], { 첫째: lost })
  await sender.look()
  await sender.wake()
  expect(sent).toHaveLength(2)
  await sender.look()
  expect(sent).toHaveLength(2)
})

test('a line that nobody tells of is found after a while, and asked for ever less often', async () => {
  const lost: Outcome[] = Array.from({ length: 7 }, () => ({ kind: 'lost' }))
  const { sender, sent } = setUp([draft('첫째', 1)], { 첫째: lost })
  await sender.look()
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
    expect(sent).toHaveLength(tries)
  }
})

test('what is stuck lets the others pass', async () => {
  const stuck: Outcome = { kind: 'stuck', trouble: { kind: 'conflict' } }
  const { sender, sent, told } = setUp([draft('첫째', 1), draft('둘째', 2)], { 첫째: [stuck] })
  await sender.look()
  expect(sent).toEqual(['첫째', '둘째'])
  expect(told).toEqual(['첫째 stuck', '둘째 sent'])
})

test('what was refused is tried once more by every page that opens, and what somebody has to decide is not', async () => {
  const rejected = { kind: 'refused', sentence: '서버의 말' } as const
  const drafts = [
    { ...draft('다 찼던 글', 1), trouble: rejected },
    { ...draft('정할 글', 2), trouble: { kind: 'conflict' } as const },
  ]
  const { sender, sent } = setUp(drafts, { '다 찼던 글': [{ kind: 'stuck', trouble: rejected }] })
  await sender.look()
  await sender.wake()
  expect(sent).toEqual(['다 찼던 글'])
})

test('a limit is waited for as long as the server says, though something else happens meanwhile', async () => {
  const { sender, sent } = setUp([draft('첫째', 1)], { 첫째: [{ kind: 'tooOften', seconds: 28 }] })
  await sender.look()
  await vi.advanceTimersByTimeAsync(20_000)
  await sender.look()
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(sent).toHaveLength(2)
})

test('nothing is sent for whoever is signed out, until somebody says otherwise', async () => {
  const { sender, sent } = setUp([draft('첫째', 1)], { 첫째: [{ kind: 'signedOut' }] })
  await sender.look()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(sent).toHaveLength(1)
  await sender.wake()
  expect(sent).toHaveLength(2)
})

test('what the device could not forget is not sent over and over', async () => {
  const { sender, sent } = setUp([draft('undroppable', 1)])
  await sender.look()
  await sender.look()
  expect(sent).toEqual(['undroppable'])
})

test('several calls to look are one, and what comes meanwhile goes, too', async () => {
  const { sender, sent, write } = setUp([draft('첫째', 1)])
  const looking = [sender.look(), sender.look()]
  write(draft('그사이', 2))
  await Promise.all(looking)
  expect(sent).toEqual(['첫째', '그사이'])
})

test('a stopped sender sends no more', async () => {
  const { sender, sent } = setUp([draft('첫째', 1), draft('둘째', 2)])
  const looking = sender.look()
  sender.stop()
  await looking
  expect(sent).toEqual([])
})
