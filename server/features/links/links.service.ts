import { canChangeNote, headNoOf, isLaterPart, type Viewer } from '#protocol/access.ts'
import { BACKLINKS_PER_PAGE } from '#protocol/limits.ts'
import { namesOf } from '#protocol/linkTargets.ts'
import type { Context } from '#server/context.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { canRead } from '#server/features/notes/notes.service.ts'
import { notFound } from '#server/platform/errors.ts'
import type { NoteLinkRecord } from './links.record.ts'
import type { LinkableNote } from './links.repository.ts'
import { findTargets } from './links.saving.ts'

/** `hubNo`: a hub in which the viewer may read the note; null for its author. */
type Visible<Note> = Note & { hubNo: number | null }

export interface ResolvedLink {
  key: string
  hasHeading: boolean
  note: Visible<LinkableNote>
}

/** Links of a note that lead to notes that the viewer may read. Words without a note are looked up: it may exist by now. */
export async function listLinks(context: Context, viewer: Viewer, noteNo: number): Promise<ResolvedLink[]> {
  const note = await readableNote(context, viewer, noteNo)
  const { authorNo } = note
  const links = await linksOf(context, note)
  if (links.length === 0) return []
  const [known, found] = await Promise.all([
    context.repositories.links.findOwn(
      authorNo,
      links.flatMap(link => link.noteNo ?? []),
    ),
    findTargets(
      context,
      authorNo,
      links.flatMap(link => (link.noteNo === undefined ? link.key : [])),
    ),
  ])
  const byNo = new Map(known.map(note => [note.noteNo, note]))
  const resolved = links.flatMap(({ key, noteNo: linkedNo, hasHeading = false }) => {
    if (linkedNo === undefined) return { key, ...found.get(key) }
    return { key, hasHeading, note: byNo.get(linkedNo) }
  })
  const notes = await selectReadable(
    context,
    viewer,
    authorNo,
    resolved.flatMap(({ note }) => note ?? []),
  )
  const readable = new Map(notes.map(note => [note.noteNo, note]))
  return resolved.flatMap(({ key, hasHeading = false, note }) => {
    const target = note && readable.get(note.noteNo)
    return target ? [{ key, hasHeading, note: target }] : []
  })
}

/** A page of the notes of the same author that link to a note and that the viewer may read, last changed first. */
export async function listBacklinks(
  context: Context,
  viewer: Viewer,
  { noteNo, curPageNo }: { noteNo: number; curPageNo: number },
): Promise<{ notes: Visible<LinkableNote>[]; hasMore: boolean }> {
  const { repositories, topicTitles } = context
  const note = await readableNote(context, viewer, noteNo)
  const { authorNo, title } = note
  const headNo = headNoOf(note)
  const parts = note.series ? await repositories.series.findParts(headNo) : []
  const noteNos = [...new Set([headNo, noteNo, ...parts.map(part => part.noteNo)])]
  const { subjectNo } = parts.find(part => part.noteNo === headNo) ?? note
  const names = namesOf(title, (await topicTitles.getMany([subjectNo])).get(subjectNo))
  const linking = await repositories.links.findLinking(authorNo, noteNos, names)
  // Words that no note has had lead to the newest one, which may be another one with this title.
  const keysOf = ({ links = [] }: (typeof linking)[number]) =>
    links.some(link => noteNos.includes(link.noteNo ?? 0))
      ? []
      : links.flatMap(({ key, titles }) => (titles ? key : []))
  const found = await findTargets(context, authorNo, [...new Set(linking.flatMap(keysOf))])
  const leadsHere = (note: (typeof linking)[number]) => {
    const keys = keysOf(note)
    return keys.length === 0 || keys.some(key => found.get(key)?.note.noteNo === headNo)
  }
  const heads = await headsOf(context, authorNo, linking.filter(leadsHere))
  const readable = await selectReadable(context, viewer, authorNo, heads)
  const end = curPageNo * BACKLINKS_PER_PAGE
  return { notes: readable.slice(end - BACKLINKS_PER_PAGE, end), hasMore: readable.length > end }
}

/** The notes themselves, but the first part of a series for each of its parts, once. */
async function headsOf(
  { repositories }: Context,
  authorNo: number,
  notes: readonly LinkableNote[],
): Promise<LinkableNote[]> {
  const later = notes.filter(isLaterPart)
  const heads = await repositories.links.findOwn(authorNo, later.map(headNoOf))
  const byNo = new Map([...notes, ...heads].map(note => [note.noteNo, note]))
  return [...new Set(notes.map(headNoOf))].flatMap(no => byNo.get(no) ?? [])
}

/** All links of the series of a note; of equal words the first. */
async function linksOf({ repositories }: Context, note: NoteRecord): Promise<NoteLinkRecord[]> {
  if (note.series === undefined) return note.links ?? []
  const links = await repositories.links.findOfSeries(headNoOf(note))
  return [...new Map(links.toReversed().map(link => [link.key, link])).values()].toReversed()
}

/** Titles of all own notes, to write links, and of their topics, in a fixed order. */
export async function listTitles({ repositories, topicTitles }: Context, { userNo }: Viewer) {
  const notes = await repositories.links.findTitles(userNo)
  const topics = await topicTitles.getMany(notes.map(({ subjectNo }) => subjectNo))
  return { notes, topics: [...topics].toSorted(([a], [b]) => a - b) }
}

async function readableNote(context: Context, viewer: Viewer, noteNo: number): Promise<NoteRecord> {
  const note = await context.repositories.notes.findByNo(noteNo)
  if (note === null || !(await canRead(context, viewer, note))) throw notFound()
  return note
}

/** The notes of an author that the viewer may read, as `canReadNote` decides: own notes, and notes shared in the viewer's hubs. */
async function selectReadable<Note extends LinkableNote>(
  { repositories }: Context,
  viewer: Viewer,
  authorNo: number,
  notes: readonly Note[],
): Promise<Visible<Note>[]> {
  if (canChangeNote(viewer, { authorNo })) return notes.map(note => ({ ...note, hubNo: null }))
  const shared = notes.flatMap(note => (note.everShared || isLaterPart(note) ? headNoOf(note) : []))
  if (shared.length === 0) return []
  const hubNos = await repositories.hubs.findNosByMember(viewer.userNo)
  const hubs = await repositories.shares.findLastHubs(shared, hubNos)
  return notes.flatMap(note => {
    const hubNo = hubs.get(headNoOf(note))
    return hubNo === undefined ? [] : [{ ...note, hubNo }]
  })
}
