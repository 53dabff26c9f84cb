import { canChangeNote, canReadNote, canUseTopic, type Viewer } from '#protocol/access.ts'
import type { NoteOrder } from '#protocol/notes.ts'
import type { Context } from '#server/context.ts'
import { changeInHubs } from '#server/features/hubs/hubs.mutation.ts'
import { publishNoteChanged } from '#server/features/shares/shares.events.ts'
import { withAuthors } from '#server/features/shares/shares.shown.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import { keepVersion } from './history.keeping.ts'
import { historyOfSave, type SaveInHistory } from './history.rules.ts'
import { publishSaved } from './notes.events.ts'
import { beginningOf } from './notes.excerpt.ts'
import type { SaveBasis, SavedNote } from './notes.saving.store.ts'
import type { NoteInList, NoteRecord, NoteSummary } from './notes.store.ts'

export type ListedNote = NoteInList & { sharedCount: number }

interface NoteListing {
  topicNo: number
  curPageNo: number
  itemsPerPage: number
  order: NoteOrder
}

type NoteList = Page<ListedNote> & { subjectTitle: string }

/** All devices of its author ask for it when a note was saved. */
export function listNotes(context: Context, viewer: Viewer, asked: NoteListing): Promise<NoteList> {
  const { topicNo, curPageNo, itemsPerPage, order } = asked
  const key = `notes of ${viewer.userNo} ${topicNo} ${curPageNo} ${itemsPerPage} ${order}`
  return context.readShared(key, () => readList(context, viewer, asked))
}

async function readList(context: Context, viewer: Viewer, asked: NoteListing): Promise<NoteList> {
  const { stores } = context
  const { topic, notes, ...page } = await pageAt(asked.curPageNo, asked.itemsPerPage, async range => {
    const found = await stores.notes.listIn(asked.topicNo, asked.order, range)
    if (found === null || !canUseTopic(viewer, found.topic)) throw notFound()
    return { ...found, total: found.topic.noteCount }
  })
  const shared = notes.filter(note => note.everShared).map(note => note.noteNo)
  const counts = await stores.shares.liveCounts(shared)
  const items = notes.map(note => ({ ...note, sharedCount: counts.get(note.noteNo) ?? 0 }))
  return { ...page, items, subjectTitle: topic.title }
}

export interface Draft {
  title: string
  text: string
}

export type UpdateResult = { saved: SavedNote } | { conflict: NoteRecord }

interface Change extends Draft {
  noteNo: number
  /** Without it, whatever is there is replaced, and kept in the history. */
  version?: number | undefined
  sessionId: string
  keepEarlier?: boolean
  /** Of an imported note. */
  lastUpdate?: Date | undefined
}

/** With a stale version nothing changes, and the caller gets what is there now. */
export async function updateNote(context: Context, viewer: Viewer, change: Change): Promise<UpdateResult> {
  const { inTurn } = context
  const goingOn = () => goOn(context, viewer, change)
  const result =
    (await goingOn()) ??
    (await inTurn(
      `note ${change.noteNo}`,
      // Whoever came before may have begun the sitting.
      async hasWaited =>
        (hasWaited && (await goingOn())) || (await saveInNewEditingSession(context, viewer, change)),
    ))
  if ('saved' in result) {
    publishSaved(context, result.saved)
    await publishNote(context, result.saved)
  }
  return result
}

/** Where it is shared, what is shown of it is as it is now. */
export async function publishNote(context: Context, note: SavedNote): Promise<void> {
  const hubNosOf = async () => (note.everShared ? context.stores.shares.hubsWith(note.noteNo) : [])
  await changeInHubs(context, hubNosOf, {
    save: () => note,
    publish: hub => publishNoteChanged(context, hub, note),
  })
}

/** Most saves go on with a sitting that this node knows, and lose nothing of its text: they replace it in one trip. Null for any other. */
async function goOn(
  { stores, clock }: Context,
  viewer: Viewer,
  change: Change,
): Promise<UpdateResult | null> {
  const { noteNo, title, text, version } = change
  const known = stores.notes.knownFrom(noteNo)
  if (!known?.sitting || !canChangeNote(viewer, known)) return null
  if (version !== undefined && version !== known.version) return null
  const at = clock()
  const { sitting: editingSession, keepsPrevious } = inHistory(known, change, at)
  if (keepsPrevious) return null
  const lastUpdate = updateTime(known, change, at)
  const saved = await stores.notes.update(known, { title, text, lastUpdate, sitting: editingSession })
  return saved && { saved }
}

/** Members of a hub see when a shared note really changed. */
function updateTime({ everShared }: SaveBasis, change: Change, at: Date): Date {
  return everShared ? at : earlierOf(change.lastUpdate ?? at, at)
}

/** A client's clock may be ahead of the server's. */
export function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other
}

function inHistory(note: SaveBasis, { keepEarlier = false, ...save }: Change, at: Date): SaveInHistory {
  return historyOfSave(note, { ...save, at, keepsEarlier: keepEarlier })
}

/** The same change came before, and its answer may have been lost. */
function isSavedAlready(current: NoteRecord, { title, text, version = 0 }: Change): boolean {
  return current.version === version + 1 && current.title === title && current.text === text
}

/** Begins a sitting, and keeps the text of the one before; or finds out why nothing can be saved. */
async function saveInNewEditingSession(
  context: Context,
  viewer: Viewer,
  change: Change,
): Promise<UpdateResult> {
  const { stores, clock } = context
  const { noteNo, title, text, version } = change
  for (let hasKept = false; ; ) {
    const current = await stores.notes.byNo(noteNo)
    if (current === null && hasKept) await forgetKept(context, viewer, noteNo)
    await requireAuthor(context, viewer, current)
    if (current === null) throw notFound()
    if (version !== undefined && version !== current.version)
      return isSavedAlready(current, change)
        ? { saved: { ...current, beginning: beginningOf(current.text) } }
        : { conflict: current }
    const at = clock()
    const { sitting: editingSession, keepsPrevious, losesText } = inHistory(current, change, at)
    if (keepsPrevious) {
      await keepVersion(context, current, { losesText })
      hasKept = true
    }
    const lastUpdate = updateTime(current, change, at)
    const saved = await stores.notes.update(current, { title, text, lastUpdate, sitting: editingSession })
    if (saved) return { saved }
  }
}

/** Of a note that is gone for good; one in the trash may come back, with its history. */
async function forgetKept({ stores }: Context, viewer: Viewer, noteNo: number): Promise<void> {
  const inTrash = await stores.trash.heldBy(viewer.userNo, [noteNo])
  // Who restores it puts it back before it leaves the trash.
  if (inTrash.has(noteNo) || (await stores.notes.summary(noteNo)) !== null) return
  await stores.history.deleteOfNotes([noteNo])
}

/** Somebody else's note is not found, unless the viewer may read it: then it is forbidden. */
export async function ownNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteSummary> {
  return requireAuthor(context, viewer, await context.stores.notes.summary(noteNo))
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

export async function readNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteRecord> {
  const note = await context.stores.notes.byNo(noteNo)
  if (note === null || !(await canRead(context, viewer, note))) throw notFound()
  return note
}

export async function canRead(context: Context, viewer: Viewer, note: NoteSummary): Promise<boolean> {
  if (canReadNote(viewer, note, [])) return true
  if (!note.everShared) return false
  const [shown, hubs] = await Promise.all([
    withAuthors(context, [note]),
    context.stores.sharing.hubsHolding(note.noteNo, viewer.userNo),
  ])
  return shown.length > 0 && canReadNote(viewer, note, hubs)
}
