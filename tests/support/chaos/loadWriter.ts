import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { scopeOf } from '#protocol/apiScopes.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { postComment } from '#protocol/comments.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { PASSAGES_PER_USER_MAX } from '#protocol/limits.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import type { Passage } from '#protocol/passages.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { request } from '#tests/support/call.ts'
import type { TestUser } from '#tests/support/users.ts'
import type { Random } from './random.ts'

const NOTES_MAX = 12
/** The retry delay of the client. */
const RETRY_DELAY_MS = 250
/** Longer than any fault lasts, and than any call may take. */
const RESPONSE_TIMEOUT_MS = 20_000

export interface LoadTarget {
  person: TestUser
  topicNo: number
  thread: { hubNo: number; noteNo: number }
  /** A program of the user makes half of the calls. */
  apiToken: string
  /** The friends whom comments mention. */
  friendNames: readonly string[]
  /** Half of the comments are about this passage; null if the text of the note changes. */
  passage: Passage | null
}

/** The writes that were acknowledged. */
export interface AcknowledgedWrites {
  notes: Map<number, { text: string; version: number; isShared: boolean }>
  comments: number
  /** The number of requests, and of failed ones. */
  asked: number
  unanswered: number
  slowestMs: number
  /** Error responses that faults between machines must not cause. */
  wrong: string[]
}

/**
 * Starts random writes, one after the other, and retries each with the same key or version until it is acknowledged.
 * Returns a function that stops, which resolves with all acknowledged writes.
 */
export function startLoadWriter(
  desk: LoadTarget,
  random: Random,
  pauseMs: number,
): () => Promise<AcknowledgedWrites> {
  const acknowledged: AcknowledgedWrites = {
    notes: new Map(),
    comments: 0,
    asked: 0,
    unanswered: 0,
    slowestMs: 0,
    wrong: [],
  }
  const { person: user, topicNo, thread, apiToken, friendNames, passage } = desk
  const { hubNo } = thread
  let isOver = false
  let passageCount = 0

  async function askOnce<C extends Call>(call: C, input: InputOf<C>): Promise<Response | null> {
    const startedAt = performance.now()
    acknowledged.asked += 1
    const token = scopeOf(call) !== null && random.below(2) === 0 ? apiToken : user.token
    const response = await Promise.race([
      request(user.url, call, input as Record<string, unknown>, token).catch(() => null),
      wait(RESPONSE_TIMEOUT_MS, null, { ref: false }),
    ])
    acknowledged.slowestMs = Math.max(acknowledged.slowestMs, performance.now() - startedAt)
    if (response !== null && response.status < 500) return response
    acknowledged.unanswered += 1
    if (response?.status === 500) acknowledged.wrong.push(`${call.path}: ${await response.text()}`)
    return null
  }

  async function ask<C extends Call>(call: C, input: InputOf<C>): Promise<ReplyOf<C> | null> {
    for (;;) {
      const response = await askOnce(call, input)
      const body = await response?.json().catch(() => null)
      if (response?.ok && body?.success) return body as ReplyOf<C>
      if (body) {
        acknowledged.wrong.push(`${call.path}: ${response?.status} ${JSON.stringify(body)}`)
        return null
      }
      await wait(RETRY_DELAY_MS)
    }
  }

  async function writeNote(): Promise<void> {
    const made = await ask(postNote, { topicNo, title: '노트', text: '', requestKey: randomUUID() })
    if (made) acknowledged.notes.set(made.noteNo, { text: '', version: 1, isShared: false })
  }
  async function rewrite([noteNo, note]: [number, { text: string; version: number }]): Promise<void> {
    const text = randomUUID()
    const saved = await ask(updateNote, { noteNo, title: '노트', text, version: note.version })
    if (saved?.success) Object.assign(note, { text, version: saved.version })
  }
  async function shareOrNot([noteNo, note]: [number, { isShared: boolean }]): Promise<void> {
    if (await ask(note.isShared ? unshareNote : shareNote, { hubNo, noteNo })) note.isShared = !note.isShared
  }
  async function say(): Promise<void> {
    const isAboutPassage = passage !== null && passageCount < PASSAGES_PER_USER_MAX && random.below(2) === 0
    const said = await ask(postComment, {
      ...{ ...thread, text: `@${random.oneOf(friendNames)} 한마디`, requestKey: randomUUID() },
      ...(isAboutPassage && { passage }),
    })
    if (said === null) return
    acknowledged.comments += 1
    if (isAboutPassage) passageCount += 1
    if ((said.comment.passage !== undefined) !== isAboutPassage) acknowledged.wrong.push('a passage')
  }

  async function write(): Promise<void> {
    while (!isOver) {
      const notes = [...acknowledged.notes]
      const choice = random.below(10)
      if (notes.length === 0 || (choice === 0 && notes.length < NOTES_MAX)) await writeNote()
      else if (choice < 5) await rewrite(random.oneOf(notes))
      else if (choice < 8) await shareOrNot(random.oneOf(notes))
      else if (choice < 9) await say()
      else await ask(markAsRead, { hubNo })
      await wait(pauseMs)
    }
  }
  const done = write()
  return async () => {
    isOver = true
    await done
    return acknowledged
  }
}
