import type { Viewer } from '#protocol/access.ts'
import { QUOTAS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { type Draft, earlierOf } from './notes.domain.ts'
import { publishSaved } from './notes.events.ts'
import { removeNote } from './notes.removal.ts'
import type { NoteRecord } from './notes.store.ts'

interface NewNote extends Draft {
  topicNo: number
  sessionId: string
  requestKey?: string | undefined
  createdAt?: Date | undefined
  lastUpdate?: Date | undefined
  isPinned?: boolean
}

/** So far below their quota nobody's posts of one moment could fill it, so they need not wait for each other. */
const NOTES_FROM_FULL = 2_000

/** A repeated first save answers with the note that the first one made. */
export async function postNote(
  context: Context,
  viewer: Viewer,
  asked: NewNote,
): Promise<{ noteNo: number; version: number }> {
  const { stores, readShared, noteQuotaCache } = context
  const { topicNo, requestKey } = asked
  const { userNo } = viewer
  const countNotes = () =>
    readShared(`count of notes of ${userNo} and topic ${topicNo}`, () =>
      stores.topics.notesOf(userNo, topicNo),
    )
  const make = () => makeNote(context, viewer, asked)
  const orMadeBefore = async (error: unknown): Promise<MadeNote> => {
    const made = requestKey === undefined ? null : await stores.notes.byRequestKey(userNo, requestKey)
    if (made === null) throw error
    return { note: made, isNew: false }
  }
  if (noteQuotaCache.take(userNo, topicNo)) return (await make()).note
  const { hasTopic, noteCount } = await countNotes()
  if (!hasTopic) return (await orMadeBefore(notFound())).note
  if (noteCount < QUOTAS.notes - NOTES_FROM_FULL) {
    noteQuotaCache.found(userNo, topicNo)
    return (await make()).note
  }
  const made = await createWithinQuota(context, ['notes', userNo], {
    count: async () => (await countNotes()).noteCount,
    make,
    takeBack: async ({ note, isNew }) => isNew && removeNote(context, note.noteNo),
  }).catch(orMadeBefore)
  return made.note
}

interface MadeNote {
  note: { noteNo: number; version: number }
  isNew: boolean
}

async function makeNote(
  context: Context,
  { userNo: authorNo }: Viewer,
  { topicNo, title, text, requestKey, sessionId, isPinned = false, ...times }: NewNote,
): Promise<MadeNote> {
  const { stores, counters, noteQuotaCache, clock } = context
  const now = clock()
  const createdAt = earlierOf(times.createdAt ?? now, now)
  const note: NoteRecord = {
    noteNo: await counters.next('note'),
    subjectNo: topicNo,
    authorNo,
    title,
    text,
    textLength: text.length,
    version: 1,
    createdAt,
    // An imported note was not changed before it was created.
    lastUpdate: laterOf(createdAt, earlierOf(times.lastUpdate ?? now, now)),
    sitting: { sessionId, since: now },
    ...(requestKey !== undefined && { requestKey }),
    ...(isPinned && { pinned: true }),
  }
  const outcome = await stores.notes.insert(note, now)
  if (outcome === 'keyTaken' && requestKey !== undefined) {
    const made = await stores.notes.byRequestKey(authorNo, requestKey)
    if (made) return { note: made, isNew: false }
  }
  // The topic may have been deleted meanwhile, and its notes collected before this one was there.
  if (outcome !== 'made') {
    noteQuotaCache.forget(authorNo)
    await removeNote(context, note.noteNo)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  stores.notes.hasMade(note)
  publishSaved(context, note)
  return { note, isNew: true }
}

function laterOf(one: Date, other: Date): Date {
  return one > other ? one : other
}
