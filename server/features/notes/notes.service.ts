import {
  canChangeNote,
  canReadNote,
  canUseTopic,
  headNoOf,
  isLaterPart,
  type Viewer,
} from '#protocol/access.ts'
import { HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import type { NoteOrder } from '#protocol/notes.ts'
import type { Context } from '#server/context.ts'
import { inDocumentTime, requireDocumentTime } from '#server/features/documents/documents.reading.service.ts'
import { markDocumentSaved, mergeSavedChange } from '#server/features/documents/documents.saving.service.ts'
import { linksOfSave, pinLinksToRenamed } from '#server/features/links/links.saving.ts'
import { markOpened } from '#server/features/seen/seen.service.ts'
import { renameParts } from '#server/features/series/renameParts.ts'
import type { PartHeader, PartSum } from '#server/features/series/series.repository.ts'
import { attachAuthors } from '#server/features/shares/shares.visibility.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import { historyOfSave, type SaveInHistory, versionsToForget } from './history.rules.ts'
import { publishOpened, publishSaved } from './notes.events.ts'
import { beginningOf } from './notes.excerpt.ts'
import type { NoteInList, NoteRecord, NoteSummary } from './notes.repository.ts'
import type { SaveBasis, SavedNote } from './notes.saving.repository.ts'
import { publishHeadOf, publishNote } from './publishNote.ts'

/** `parts`: of the series that begins with the note; absent if it stands alone. */
export type ListedNote = NoteInList & { sharedCount: number; parts?: PartSum }

interface NoteListing {
  topicNo: number
  curPageNo: number
  itemsPerPage: number
  order: NoteOrder
}

type NoteList = Page<ListedNote> & { subjectTitle: string }

/** All devices of the author refetch it at once after a save. */
export function listNotes(context: Context, viewer: Viewer, listing: NoteListing): Promise<NoteList> {
  const { topicNo, curPageNo, itemsPerPage, order } = listing
  const key = `notes of ${viewer.userNo} ${topicNo} ${curPageNo} ${itemsPerPage} ${order}`
  return context.coalesceRead(key, () => readList(context, viewer, listing))
}

async function readList(context: Context, viewer: Viewer, listing: NoteListing): Promise<NoteList> {
  const { repositories } = context
  const { topic, notes, shareCounts, ...page } = await loadPage(
    listing.curPageNo,
    listing.itemsPerPage,
    async range => {
      const found = await repositories.notes.listByTopic(listing.topicNo, listing.order, range)
      if (found === null || !canUseTopic(viewer, found.topic)) throw notFound()
      return { ...found, total: found.topic.noteCount }
    },
  )
  const sums = await repositories.series.countParts(notes.flatMap(({ series }) => series?.headNo ?? []))
  const items = notes.map(note => {
    const parts = sums.get(note.noteNo)
    return { ...note, sharedCount: shareCounts.get(note.noteNo) ?? 0, ...(parts && { parts }) }
  })
  return { ...page, items, subjectTitle: topic.title }
}

export interface Draft {
  title: string
  text: string
}

type UpdateResult = { saved: SavedNote; before: Draft } | { conflict: NoteRecord }

interface Change extends Draft {
  noteNo: number
  /** Without it the save overwrites the current text, which is kept in the history. */
  version?: number | undefined
  sessionId: string
  keepEarlier?: boolean
  /** Set for imported notes. */
  lastUpdate?: Date | undefined
  /** Set if an editor saves its document. */
  documentRevision?: number | undefined
  /** Who wrote the text, if others than the author did. */
  writerNos?: readonly number[]
}

/** With an outdated version, changes nothing and returns the current note. */
export async function updateNote(context: Context, viewer: Viewer, change: Change): Promise<UpdateResult> {
  const update = () => updateNow(context, viewer, change)
  if (await isHeadOfSeries(context, change)) return inDocumentTime(context, viewer.userNo, update)
  // Unless an editor saves it, it is merged into the document of the note.
  if (change.documentRevision === undefined) requireDocumentTime(context, viewer.userNo)
  return update()
}

/** Whether the later parts of a series may get another title, which is merged into their documents. */
async function isHeadOfSeries({ repositories }: Context, { noteNo }: Change): Promise<boolean> {
  const note = repositories.notes.getKnown(noteNo) ?? (await repositories.notes.findSummary(noteNo))
  return note?.series !== undefined && !isLaterPart(note)
}

async function updateNow(context: Context, viewer: Viewer, change: Change): Promise<UpdateResult> {
  const { runExclusive } = context
  const continueSession = () => continueEditingSession(context, viewer, change)
  const result =
    (await continueSession()) ??
    (await runExclusive(
      `note ${change.noteNo}`,
      // A save ahead in the queue may have started a session.
      async isQueued =>
        (isQueued && (await continueSession())) || (await saveInNewEditingSession(context, viewer, change)),
    ))
  if ('saved' in result) {
    const { saved, before } = result
    publishSaved(context, saved)
    await Promise.all([
      isLaterPart(saved) ? publishHeadOf(context, saved, saved.lastUpdate) : publishNote(context, saved),
      updateDocument(context, change, result),
      saved.title !== before.title && afterRename(context, saved, before.title),
    ])
  }
  return result
}

async function afterRename(context: Context, saved: SavedNote, titleBefore: string): Promise<void> {
  await Promise.all([
    pinLinksToRenamed(context, saved, titleBefore),
    saved.series && renameParts(context, saved, titleBefore),
  ])
}

async function updateDocument(
  context: Context,
  { noteNo, text, documentRevision: revision }: Change,
  { saved, before }: { saved: SavedNote; before: Draft },
): Promise<void> {
  const { authorNo, title, version: noteVersion } = saved
  if (revision === undefined)
    await mergeSavedChange(context, { noteNo, authorNo, before, after: { title, text } })
  else await markDocumentSaved(context, authorNo, { noteNo }, { noteNo, noteVersion, revision, text })
}

/**
 * Most saves continue a session known to this node and remove no text: they replace it in one round trip. Null for
 * other saves.
 */
async function continueEditingSession(
  context: Context,
  viewer: Viewer,
  change: Change,
): Promise<UpdateResult | null> {
  const { repositories, clock } = context
  const { noteNo, text, version } = change
  const cached = repositories.notes.getKnown(noteNo)
  if (!cached?.editingSession || !canChangeNote(viewer, cached)) return null
  const title = titleOf(change, cached)
  if (version !== undefined && version !== cached.version) return null
  const at = clock()
  const { editingSession, keepsPrevious } = saveInHistory(cached, change, at)
  if (keepsPrevious) return null
  const lastUpdate = updateTime(cached, change, at)
  const found = linksOfSave(context, cached.authorNo, text, cached.links)
  // Another save must not come between, so wait only for a query.
  const links = found instanceof Promise ? await found : found
  const saved = await repositories.notes.update(cached, { title, text, lastUpdate, editingSession, links })
  return saved && { saved, before: cached }
}

/** A later part of a series has the title of the first part. */
const titleOf = ({ title }: Draft, note: SaveBasis) => (isLaterPart(note) ? note.title : title)

/** Members of a hub see the actual time of a change of a shared note. */
function updateTime({ everShared }: SaveBasis, change: Change, at: Date): Date {
  return everShared ? at : earlierDate(change.lastUpdate ?? at, at)
}

/** A client's clock may be ahead of the server's. */
export function earlierDate(one: Date, other: Date): Date {
  return one < other ? one : other
}

function saveInHistory(note: SaveBasis, { keepEarlier = false, ...save }: Change, at: Date): SaveInHistory {
  const result = historyOfSave(note, { ...save, at, keepsEarlier: keepEarlier })
  if (save.writerNos === undefined) return result
  // The session may have begun with others.
  const earlier = result.keepsPrevious ? [] : (note.editingSession?.writerNos ?? [])
  const writerNos = [...new Set([...earlier, ...save.writerNos])]
  return { ...result, editingSession: { ...result.editingSession, writerNos } }
}

/** A repeated request whose first response was lost. */
function isSavedAlready(current: NoteRecord, change: Change): boolean {
  const { text, version = 0 } = change
  return (
    current.version === version + 1 && current.title === titleOf(change, current) && current.text === text
  )
}

/** Starts an editing session and keeps the previous text, or finds out why the note cannot be saved. */
async function saveInNewEditingSession(
  context: Context,
  viewer: Viewer,
  change: Change,
): Promise<UpdateResult> {
  const { repositories, clock } = context
  const { noteNo, text, version } = change
  for (let hasKeptVersion = false; ; ) {
    const current = await repositories.notes.findByNo(noteNo)
    if (current === null && hasKeptVersion) await deleteOrphanedVersions(context, viewer, noteNo)
    await requireAuthor(context, viewer, current)
    if (current === null) throw notFound()
    if (version !== undefined && version !== current.version)
      return isSavedAlready(current, change)
        ? { saved: { ...current, beginning: beginningOf(current.text) }, before: current }
        : { conflict: current }
    const at = clock()
    const { editingSession, keepsPrevious, losesText } = saveInHistory(current, change, at)
    if (keepsPrevious) {
      await keepVersion(context, current, { losesText })
      hasKeptVersion = true
    }
    const lastUpdate = updateTime(current, change, at)
    const saved = await repositories.notes.update(current, {
      title: titleOf(change, current),
      text,
      lastUpdate,
      editingSession,
      links: await linksOfSave(context, current.authorNo, text, current.links),
    })
    if (saved) return { saved, before: current }
  }
}

/** Deletes versions of a note that is gone permanently. A note in the trash can be restored with its history. */
async function deleteOrphanedVersions(
  { repositories }: Context,
  viewer: Viewer,
  noteNo: number,
): Promise<void> {
  const inTrash = await repositories.trash.findOwnedNos(viewer.userNo, [noteNo])
  // A restore inserts the note before it leaves the trash.
  if (inTrash.has(noteNo) || (await repositories.notes.findSummary(noteNo)) !== null) return
  await repositories.history.deleteByNotes([noteNo])
}

/** Throws `forbidden` for a readable note of another user, and `notFound` for any other. */
export async function ownNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteSummary> {
  return requireAuthor(context, viewer, await context.repositories.notes.findSummary(noteNo))
}

export async function requireAuthor<Note extends NoteSummary>(
  context: Context,
  viewer: Viewer,
  note: Note | null,
): Promise<Note> {
  if (note === null) throw notFound()
  if (canChangeNote(viewer, note)) return note
  throw (await canRead(context, viewer, note)) ? forbidden() : notFound()
}

async function readNote(context: Context, viewer: Viewer, noteNo: number): Promise<OpenedNote> {
  const note = await context.repositories.notes.findByNo(noteNo)
  const access = note && (await accessTo(context, viewer, note))
  if (note === null || !access?.canRead) throw notFound()
  const parts = note.series ? await context.repositories.series.findParts(headNoOf(note)) : []
  return { ...note, canWrite: access.canWrite, parts }
}

/** `canWrite`: the viewer is not the author and may edit title and text. `parts`: of its series, in order. */
export type OpenedNote = NoteRecord & { canWrite: boolean; parts: PartHeader[] }

/** Whether the viewer may read a note, and also write it without being its author. */
async function accessTo(
  context: Context,
  viewer: Viewer,
  note: NoteSummary,
): Promise<{ canRead: boolean; canWrite: boolean }> {
  if (canReadNote(viewer, note, [])) return { canRead: true, canWrite: false }
  if (!note.everShared && !isLaterPart(note)) return { canRead: false, canWrite: false }
  const [shares, hubs] = await Promise.all([
    attachAuthors(context, [note]),
    context.repositories.shares.findHubsWithNote(headNoOf(note), viewer.userNo),
  ])
  const isReadable = shares.length > 0 && canReadNote(viewer, note, hubs)
  const mayWriteInHub = isReadable && hubs.some(({ isWritable }) => isWritable)
  return { canRead: isReadable, canWrite: mayWriteInHub && (await isWriter(context, viewer, note)) }
}

/** Whether the author neither blocks the member nor is suspended. */
async function isWriter({ repositories }: Context, { userNo }: Viewer, note: NoteSummary): Promise<boolean> {
  return (await repositories.writing.findWriters({ noteNo: headNoOf(note) }, [userNo])).has(userNo)
}

export async function canRead(context: Context, viewer: Viewer, note: NoteSummary): Promise<boolean> {
  return (await accessTo(context, viewer, note)).canRead
}

/** Without the current text. */
export const EARLIER_MAX = HISTORY_VERSIONS_MAX - 1

/** Keeps the text that a save is about to replace. Call before the save, so that a crash cannot lose it. */
async function keepVersion(
  { repositories, clock }: Context,
  note: NoteRecord,
  { losesText }: { losesText: boolean },
): Promise<void> {
  const writerNos = note.editingSession?.writerNos
  await repositories.history.save({
    ...note,
    ...(losesText && { losesText }),
    ...(writerNos && { writerNos }),
  })
  // A note has fewer earlier texts than versions.
  if (note.version <= EARLIER_MAX) return
  const earlier = await repositories.history.findTimes(note.noteNo)
  const deleted = versionsToForget(earlier, EARLIER_MAX, clock())
  if (deleted.length > 0) await repositories.history.forget(note.noteNo, deleted)
}

/** Reads a note. On the first opening by another user, notifies the reader's tabs and the author. */
export async function openNote(context: Context, viewer: Viewer, noteNo: number): Promise<OpenedNote> {
  const { repositories } = context
  const note = await readNote(context, viewer, noteNo)
  if (canChangeNote(viewer, note)) return note
  const headNo = headNoOf(note)
  const mark = await repositories.noteReads.mark(headNo, viewer.userNo)
  // Also on repeated openings: the node that marked it first may have crashed before publishing.
  if (mark !== 'known') markOpened(context, viewer, headNo)
  if (mark !== 'first') return note
  // The note may have been deleted meanwhile; a deletion handles the other marks.
  if ((await repositories.notes.findSummary(headNo)) === null)
    await repositories.noteReads.unmark(headNo, viewer.userNo)
  publishOpened(context, { authorNo: note.authorNo, noteNo: headNo }, viewer)
  return note
}
