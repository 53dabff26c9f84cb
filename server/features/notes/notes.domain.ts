import { mayChangeNote, mayReadNote, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { changeInHubs } from '#server/features/hubs/hubs.change.ts'
import { announceNoteChanged } from '#server/features/shares/shares.events.ts'
import { ownTopic } from '#server/features/topics/topics.domain.ts'
import { forbidden, notFound, RequestError, requireRoomFor } from '#server/platform/errors.ts'
import { type Page, pageOf } from '#server/platform/page.ts'
import { keepVersion } from './history.keeping.ts'
import { sittingOf } from './history.rules.ts'
import { removeNote } from './notes.removal.ts'
import type { NoteRecord, NoteSummary } from './notes.store.ts'

export type ListedNote = NoteSummary & { sharedCount: number }

export async function listNotes(
  context: Context,
  viewer: Viewer,
  asked: { topicNo: number; curPageNo: number; itemsPerPage: number },
): Promise<Page<ListedNote> & { subjectTitle: string }> {
  const { stores } = context
  const topic = await ownTopic(context, viewer, asked.topicNo)
  const total = await stores.notes.countIn(asked.topicNo)
  const page = await pageOf(asked.curPageNo, asked.itemsPerPage, total, range =>
    stores.notes.pageIn(asked.topicNo, range),
  )
  const counts = await stores.shares.liveCounts(page.items.map(note => note.noteNo))
  const items = page.items.map(note => ({ ...note, sharedCount: counts.get(note.noteNo) ?? 0 }))
  return { ...page, items, subjectTitle: topic.title }
}

export interface Draft {
  title: string
  text: string
}

interface NewNote extends Draft {
  topicNo: number
  sessionId: string
  requestKey?: string | undefined
}

/** A repeated first save answers with the note that the first one made. */
export async function postNote(
  context: Context,
  viewer: Viewer,
  { topicNo, title, text, requestKey, sessionId }: NewNote,
): Promise<{ noteNo: number; version: number }> {
  const { stores, counters, clock } = context
  const authorNo = viewer.userNo
  if (requestKey !== undefined) {
    const made = await stores.notes.byRequestKey(authorNo, requestKey)
    if (made) return made
  }
  await ownTopic(context, viewer, topicNo)
  requireRoomFor('notes', await stores.notes.countOf(authorNo))
  const now = clock()
  const note: NoteRecord = {
    noteNo: await counters.next('note'),
    subjectNo: topicNo,
    authorNo,
    title,
    text,
    textLength: text.length,
    version: 1,
    createdAt: now,
    lastUpdate: now,
    sitting: { sessionId, since: now },
    ...(requestKey !== undefined && { requestKey }),
  }
  const isFirst = await stores.notes.insert(note)
  if (!isFirst && requestKey !== undefined) {
    const made = await stores.notes.byRequestKey(authorNo, requestKey)
    if (made) return made
  }
  // The topic may have been deleted meanwhile, and its notes collected before this one was there.
  if ((await stores.topics.byNo(topicNo)) === null) {
    await removeNote(context, note.noteNo)
    throw new RequestError('notFound', { sentence: 'notes.topicGone' })
  }
  return note
}

export type UpdateResult = { saved: NoteSummary } | { conflict: NoteRecord }

interface Change extends Draft {
  noteNo: number
  /** Without it, whatever is there is replaced, and kept in the history. */
  version?: number | undefined
  sessionId: string
  keepEarlier?: boolean
}

/** With a stale version nothing changes, and the caller gets what is there now. */
export async function updateNote(context: Context, viewer: Viewer, change: Change): Promise<UpdateResult> {
  const { stores, clock } = context
  const { noteNo, title, text, version, sessionId, keepEarlier = false } = change
  await ownNote(context, viewer, noteNo)
  for (;;) {
    const current = await stores.notes.byNo(noteNo)
    if (current === null) {
      // Deleted meanwhile, and its history perhaps before the last version was kept.
      await stores.history.deleteAll(noteNo)
      throw notFound()
    }
    if (version !== undefined && version !== current.version) return { conflict: current }
    const at = clock()
    const sitting = sittingOf(current.sitting, { sessionId, at, keepsEarlier: keepEarlier })
    if (sitting !== current.sitting) await keepVersion(context, current)
    const saved = await changeInHubs(context, () => stores.shares.hubsWith(noteNo), {
      save: () => stores.notes.update(noteNo, current.version, { title, text, lastUpdate: at, sitting }),
      tell: (hub, note) => announceNoteChanged(context, hub, note),
    })
    if (saved) return { saved }
  }
}

export async function deleteNote(context: Context, viewer: Viewer, noteNo: number): Promise<void> {
  await ownNote(context, viewer, noteNo)
  await context.unfinished.run({ kind: 'deleteNote', entityNo: noteNo, userNo: viewer.userNo }, work =>
    removeNote(context, work.entityNo),
  )
}

/** Somebody else's note is not found, unless the viewer may read it: then it is forbidden. */
export async function ownNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteSummary> {
  return requireAuthor(context, viewer, await context.stores.notes.summary(noteNo))
}

export async function requireAuthor(
  context: Context,
  viewer: Viewer,
  note: NoteSummary | null,
): Promise<NoteSummary> {
  if (note === null) throw notFound()
  if (mayChangeNote(viewer, note)) return note
  throw (await mayRead(context, viewer, note)) ? forbidden() : notFound()
}

export async function readNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteRecord> {
  const note = await context.stores.notes.byNo(noteNo)
  if (note === null || !(await mayRead(context, viewer, note))) throw notFound()
  return note
}

async function mayRead({ stores }: Context, viewer: Viewer, note: NoteSummary): Promise<boolean> {
  if (mayReadNote(viewer, note, [])) return true
  // Of an account that is being deleted nothing is shown any more, though its shares may still stand.
  if (!(await stores.users.exists(note.authorNo))) return false
  const hubNos = await stores.shares.hubsWith(note.noteNo)
  return mayReadNote(viewer, note, await stores.hubs.membersOf(hubNos))
}
