import type { Viewer } from '#protocol/access.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { parseQuickNote } from '#protocol/plainText.ts'
import type { Context } from '#server/context.ts'
import { markDocumentSaved } from '#server/features/documents/documents.saving.service.ts'
import { linksOfSave } from '#server/features/links/links.saving.ts'
import { createTopic } from '#server/features/topics/topics.service.ts'
import { assertQuota, notFound, RequestError } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { publishSaved } from './notes.events.ts'
import { removeNote } from './notes.removal.ts'
import type { NoteRecord } from './notes.repository.ts'
import { type Draft, earlierDate } from './updateNote.service.ts'

interface NewNote extends Draft {
  topicNo: number
  sessionId: string
  requestKey?: string | undefined
  createdAt?: Date | undefined
  lastUpdate?: Date | undefined
  isPinned?: boolean
  /** Set if an editor saves its document, which has the request key as its ID. */
  documentRevision?: number | undefined
}

/** Users this far below their quota need no serialization: concurrent posts cannot fill it. */
const NOTES_FROM_FULL = 2_000

/** Idempotent: a repeated first save returns the note of the first one. */
export async function postNote(
  context: Context,
  viewer: Viewer,
  request: NewNote,
): Promise<{ noteNo: number; version: number }> {
  const { noteNo, version: noteVersion } = await createNote(context, viewer, request)
  const { text, requestKey: documentId, documentRevision: revision } = request
  if (documentId !== undefined && revision !== undefined)
    await markDocumentSaved(context, viewer.userNo, { documentId }, { noteNo, noteVersion, revision, text })
  return { noteNo, version: noteVersion }
}

async function createNote(
  context: Context,
  viewer: Viewer,
  request: NewNote,
): Promise<{ noteNo: number; version: number }> {
  return createWithinNoteQuota(context, viewer, request, () => insertNote(context, viewer, request))
}

/** `create` makes a note in this topic, or a later part of a note in it. */
export async function createWithinNoteQuota(
  context: Context,
  { userNo }: Viewer,
  { topicNo, requestKey }: Pick<NewNote, 'topicNo' | 'requestKey'>,
  create: () => Promise<MadeNote>,
): Promise<{ noteNo: number; version: number }> {
  const { repositories, coalesceRead, noteQuotaCache } = context
  const countNotes = () =>
    coalesceRead(`count of notes of ${userNo} and topic ${topicNo}`, () =>
      repositories.topics.countNotes(userNo, topicNo),
    )
  const orMadeBefore = async (error: unknown): Promise<MadeNote> => {
    const made =
      requestKey === undefined ? null : await repositories.notes.findByRequestKey(userNo, requestKey)
    if (made === null) throw error
    return { note: made, isNew: false }
  }
  if (noteQuotaCache.reserve(userNo, topicNo)) return (await create()).note
  const { hasTopic, noteCount } = await countNotes()
  if (!hasTopic) return (await orMadeBefore(notFound())).note
  if (noteCount < QUOTAS.notes - NOTES_FROM_FULL) {
    noteQuotaCache.set(userNo, topicNo)
    return (await create()).note
  }
  const made = await createWithinQuota(context, ['notes', userNo], {
    count: async () => (await countNotes()).noteCount,
    // A repeated request on another node is counted until its insert fails.
    recount: async () => (await countNotes()).settledCount,
    create,
    rollback: async ({ note, isNew }) => isNew && removeNote(context, note.noteNo),
  }).catch(orMadeBefore)
  return made.note
}

export interface MadeNote {
  note: { noteNo: number; version: number }
  isNew: boolean
}

async function insertNote(
  context: Context,
  { userNo: authorNo }: Viewer,
  { topicNo, title, text, requestKey, sessionId, isPinned = false, ...times }: NewNote,
): Promise<MadeNote> {
  const { repositories, counters, noteQuotaCache, clock } = context
  const now = clock()
  const createdAt = earlierDate(times.createdAt ?? now, now)
  const links = await linksOfSave(context, authorNo, text)
  const note: NoteRecord = {
    noteNo: await counters.next('note'),
    subjectNo: topicNo,
    authorNo,
    title,
    text,
    textLength: text.length,
    version: 1,
    createdAt,
    // An imported note cannot have changed before it was created.
    lastUpdate: laterDate(createdAt, earlierDate(times.lastUpdate ?? now, now)),
    editingSession: { sessionId, since: now },
    ...(requestKey !== undefined && { requestKey }),
    ...(isPinned && { pinned: true }),
    ...(links.length > 0 && { links }),
  }
  const outcome = await repositories.notes.insert(note, now)
  if (outcome === 'keyTaken' && requestKey !== undefined) {
    const made = await repositories.notes.findByRequestKey(authorNo, requestKey)
    if (made) return { note: made, isNew: false }
  }
  // A deletion of the topic may have collected its notes before this one was inserted.
  if (outcome !== 'made') {
    noteQuotaCache.forget(authorNo)
    await removeNote(context, note.noteNo)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  repositories.notes.remember(note)
  publishSaved(context, note)
  return { note, isNew: true }
}

function laterDate(one: Date, other: Date): Date {
  return one > other ? one : other
}

/** A topic number that does not exist: the topic is looked up by title. */
const NO_TOPIC = 0

/** Uses the viewer's topic with this title, or creates it. */
export async function postQuickNote(
  context: Context,
  viewer: Viewer,
  {
    text: written,
    topicTitle,
    ...rest
  }: { text: string; topicTitle: string; requestKey: string; sessionId: string },
): Promise<{ noteNo: number; topicNo: number; title: string }> {
  const note = parseQuickNote(written)
  // The request schema guarantees a note.
  if (note === null) throw notFound()
  const topicNo = await findOrCreateTopic(context, viewer, topicTitle)
  const { noteNo } = await postNote(context, viewer, { ...note, ...rest, topicNo })
  return { noteNo, topicNo, title: note.title }
}

/** Returns the viewer's first topic with this title. */
async function findOrCreateTopic(context: Context, viewer: Viewer, title: string): Promise<number> {
  const { repositories, runExclusive } = context
  return runExclusive(
    `quick notes of ${viewer.userNo}`,
    async () =>
      (await repositories.topics.findSimilar(viewer.userNo, { subjectNo: NO_TOPIC, title })) ??
      createTopicWithinQuota(context, viewer, title),
  )
}

/**
 * Returns the note of a day, which is found by its title, or else by its key if the user has renamed or moved it. The key also keeps two
 * devices from creating two notes at once.
 */
export async function openDailyNote(
  context: Context,
  viewer: Viewer,
  {
    topicTitle,
    ...note
  }: { topicTitle: string; title: string; text: string; requestKey: string; sessionId: string },
): Promise<number> {
  const topicNo = await findOrCreateTopic(context, viewer, topicTitle)
  const existing = await context.repositories.notes.findByTitle(viewer.userNo, topicNo, note.title)
  return existing ?? (await postNote(context, viewer, { ...note, topicNo })).noteNo
}

/** Call after checking the note quota, so that a rejected note leaves no empty topic. */
async function createTopicWithinQuota(context: Context, viewer: Viewer, title: string): Promise<number> {
  const { noteCount } = await context.repositories.topics.countNotes(viewer.userNo, NO_TOPIC)
  assertQuota('notes', noteCount)
  return createTopic(context, viewer, title)
}
