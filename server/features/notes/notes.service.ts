import {
  canChangeNote,
  canReadNote,
  canUseTopic,
  headNoOf,
  isLaterPart,
  type Viewer,
} from '#protocol/access.ts'
import type { NoteOrder } from '#protocol/notes.ts'
import type { Context } from '#server/context.ts'
import { markOpened } from '#server/features/seen/seen.service.ts'
import type { PartHeader, PartSum } from '#server/features/series/series.repository.ts'
import { attachAuthors } from '#server/features/shares/shares.visibility.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import { publishOpened } from './notes.events.ts'
import type { NoteInList, NoteRecord, NoteSummary } from './notes.repository.ts'

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
