import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { postComment } from '#protocol/comments.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { request } from '#tests/support/call.ts'
import type { Person } from '#tests/support/person.ts'
import type { Random } from './random.ts'

const NOTES_MAX = 12
/** As our client does with what was not answered. */
const AGAIN_AFTER_MS = 250
/** Longer than any trouble lasts, and than any call may take. */
const ANSWERED_WITHIN_MS = 20_000

export interface Desk {
  person: Person
  topicNo: number
  thread: { hubNo: number; noteNo: number }
}

/** What somebody knows to be saved, because it was acknowledged. */
export interface Written {
  notes: Map<number, { text: string; version: number; isShared: boolean }>
  comments: number
  /** How often something was asked, and how often in vain. */
  asked: number
  unanswered: number
  slowestMs: number
  /** What must not be said to anybody for trouble between machines. */
  wrong: string[]
}

/**
 * Somebody who writes one thing after the other, at random, and says each again until it is acknowledged, with the same key or
 * version. Returns what to call when it is enough; that resolves with all that they wrote.
 */
export function writeSteadily(desk: Desk, random: Random, pauseMs: number): () => Promise<Written> {
  const written: Written = {
    notes: new Map(),
    comments: 0,
    asked: 0,
    unanswered: 0,
    slowestMs: 0,
    wrong: [],
  }
  const { person, topicNo, thread } = desk
  const { hubNo } = thread
  let isOver = false

  async function askOnce<C extends Call>(call: C, input: InputOf<C>): Promise<Response | null> {
    const startedAt = performance.now()
    written.asked += 1
    const response = await Promise.race([
      request(person.url, call, input as Record<string, unknown>, person.token).catch(() => null),
      wait(ANSWERED_WITHIN_MS, null, { ref: false }),
    ])
    written.slowestMs = Math.max(written.slowestMs, performance.now() - startedAt)
    if (response !== null && response.status < 500) return response
    written.unanswered += 1
    if (response?.status === 500) written.wrong.push(`${call.path}: ${await response.text()}`)
    return null
  }

  async function ask<C extends Call>(call: C, input: InputOf<C>): Promise<ReplyOf<C> | null> {
    for (;;) {
      const response = await askOnce(call, input)
      const body = await response?.json().catch(() => null)
      if (response?.ok && body?.success) return body as ReplyOf<C>
      if (body) {
        written.wrong.push(`${call.path}: ${response?.status} ${JSON.stringify(body)}`)
        return null
      }
      await wait(AGAIN_AFTER_MS)
    }
  }

  async function writeNote(): Promise<void> {
    const made = await ask(postNote, { topicNo, title: '노트', text: '', requestKey: randomUUID() })
    if (made) written.notes.set(made.noteNo, { text: '', version: 1, isShared: false })
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
    if (await ask(postComment, { ...thread, text: '한마디', requestKey: randomUUID() })) written.comments += 1
  }

  async function write(): Promise<void> {
    while (!isOver) {
      const notes = [...written.notes]
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
    return written
  }
}
