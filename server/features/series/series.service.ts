import { headNoOf, isLaterPart, type Viewer } from '#protocol/access.ts'
import { SERIES_PARTS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { linksOfSave } from '#server/features/links/links.saving.ts'
import { createWithinNoteQuota, type MadeNote } from '#server/features/notes/createNote.service.ts'
import { publishSaved } from '#server/features/notes/notes.events.ts'
import { removeNote } from '#server/features/notes/notes.removal.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import { canRead, ownNote } from '#server/features/notes/notes.service.ts'
import { publishHeadOf } from '#server/features/notes/publishNote.ts'
import { earlierDate } from '#server/features/notes/updateNote.service.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { FIRST_PLACE, NO_TOPIC, type SeriesPlace, type WithSeries } from './series.record.ts'
import type { PartHeader } from './series.repository.ts'

export interface WholeSeries {
  headNo: number
  title: string
  parts: Pick<NoteRecord, 'noteNo' | 'text' | 'version' | 'lastUpdate'>[]
}

/** All parts of the series of a note; the note alone if it has none. */
export async function readSeries(context: Context, viewer: Viewer, noteNo: number): Promise<WholeSeries> {
  const { notes, series } = context.repositories
  const note = await notes.findByNo(noteNo)
  if (note === null || !(await canRead(context, viewer, note))) throw notFound()
  const headNo = headNoOf(note)
  const parts = note.series ? await series.findTexts(headNo) : []
  const head = parts.find(part => part.noteNo === headNo)
  return head ? { headNo, title: head.title, parts } : { headNo: noteNo, title: note.title, parts: [note] }
}

interface NewPart {
  noteNo: number
  text: string
  requestKey: string
  sessionId: string
  lastUpdate?: Date | undefined
}

/** Adds a part after a note of the viewer. Idempotent: a repeated request returns the part of the first one. */
export async function continueNote(
  context: Context,
  viewer: Viewer,
  request: NewPart,
): Promise<{ noteNo: number; version: number }> {
  const note = await ownNote(context, viewer, request.noteNo)
  const headNo = headNoOf(note)
  // Concurrent calls on other nodes may exceed the limit by their number, and give equal places.
  return context.runExclusive(`series ${headNo}`, async () => {
    const parts = await context.repositories.series.findParts(headNo)
    const head = headNo === note.noteNo ? note : parts.find(({ noteNo }) => noteNo === headNo)
    if (head === undefined) throw notFound()
    if (parts.length >= SERIES_PARTS_MAX) return madeBefore(context, viewer, request)
    const { requestKey } = request
    return createWithinNoteQuota(context, viewer, { topicNo: head.subjectNo, requestKey }, async () =>
      insertPart(context, request, {
        ...head,
        series: { headNo, place: await placeAfter(context, note, parts) },
      }),
    )
  })
}

async function madeBefore({ repositories }: Context, { userNo }: Viewer, { requestKey }: NewPart) {
  const made = await repositories.notes.findByRequestKey(userNo, requestKey)
  if (made === null) throw new RequestError('quota', { sentence: 'notes.seriesFull' })
  return made
}

/** Places that are closer than this leave no number between them. */
const CLOSE = 1e-6

/** The place of a new part between a note and the next one. */
async function placeAfter(
  { repositories }: Context,
  { noteNo, series }: WithSeries & { noteNo: number },
  parts: readonly PartHeader[],
): Promise<number> {
  const place = series?.place ?? FIRST_PLACE
  const next = parts[parts.findIndex(part => part.noteNo === noteNo) + 1]
  if (series === undefined || next === undefined) return place + 1
  if (next.series.place - place > CLOSE) return (place + next.series.place) / 2
  await repositories.series.shiftAfter(series.headNo, place)
  return place + 0.5
}

type Head = Pick<NoteRecord, 'authorNo' | 'title' | 'everShared'> & { series: SeriesPlace }

async function insertPart(
  context: Context,
  { text, requestKey, sessionId, lastUpdate }: NewPart,
  { authorNo, title, everShared, series }: Head,
): Promise<MadeNote> {
  const { repositories, counters, clock } = context
  const now = clock()
  const changedAt = everShared ? now : earlierDate(lastUpdate ?? now, now)
  const links = await linksOfSave(context, authorNo, text)
  const part = {
    noteNo: await counters.next('note'),
    subjectNo: NO_TOPIC,
    authorNo,
    title,
    text,
    textLength: text.length,
    version: 1,
    createdAt: changedAt,
    lastUpdate: changedAt,
    editingSession: { sessionId, since: now },
    requestKey,
    ...(links.length > 0 && { links }),
    series,
  }
  const isNew = await repositories.notes.insertPart(part)
  repositories.notes.forget(series.headNo)
  const made = isNew ? part : await repositories.notes.findByRequestKey(authorNo, requestKey)
  if (made === null) throw notFound()
  // Also for a repeated request: the first one may have been interrupted here.
  if (isLaterPart(made) && !(await publishHeadOf(context, made, made.lastUpdate))) {
    // A deletion of the first part may have collected the others before this one was inserted.
    await removeNote(context, made.noteNo)
    throw notFound()
  }
  if (isNew) repositories.notes.remember(part)
  publishSaved(context, made)
  return { note: made, isNew }
}
