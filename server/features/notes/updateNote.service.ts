import { canChangeNote, isLaterPart, type Viewer } from '#protocol/access.ts'
import { HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { inDocumentTime, requireDocumentTime } from '#server/features/documents/documents.reading.service.ts'
import { markDocumentSaved, mergeSavedChange } from '#server/features/documents/documents.saving.service.ts'
import { linksOfSave, pinLinksToRenamed } from '#server/features/links/links.saving.ts'
import { renameParts } from '#server/features/series/renameParts.ts'
import { notFound } from '#server/platform/errors.ts'
import { historyOfSave, type SaveInHistory, versionsToForget } from './history.rules.ts'
import { publishSaved } from './notes.events.ts'
import { beginningOf } from './notes.excerpt.ts'
import type { NoteRecord } from './notes.repository.ts'
import type { SaveBasis, SavedNote } from './notes.saving.repository.ts'
import { requireAuthor } from './notes.service.ts'
import { publishHeadOf, publishNote } from './publishNote.ts'

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
