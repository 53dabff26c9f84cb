import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { linksQuery } from '#client/features/links/links.queries.ts'
import { noteKeys, noteQuery } from '#client/features/notes/notes.queries.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isTransient } from '#client/platform/calls/callFailed.ts'
import { retryWhenLimited } from '#client/platform/calls/rateLimit.ts'
import { restoreQuery } from '#client/session/persistedCache/persistence.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import type { NoteLinkView } from '#protocol/links.ts'
import { deleteNote, getNote, type NoteView, postNote } from '#protocol/notes.ts'
import { continueNote, getSeries, type SeriesView } from '#protocol/series.ts'

/** The saved text of a note, or of a part of a series. */
export interface SavedText {
  noteNo: number
  text: string
}

interface SavedNote {
  note: NoteView
  /** Of a series the texts of its parts, in order. */
  texts: SavedText[]
  /** The server was not reached: the note is the one that this device has. */
  isOffline: boolean
}

/** Reads a note of the user with all its text, offline from this device. Throws CallFailed. */
export async function readSavedNote(cache: QueryClient, noteNo: number): Promise<SavedNote> {
  try {
    const note = await callApi(getNote, { noteNo })
    return { note, texts: await readTexts(note), isOffline: false }
  } catch (error) {
    if (!isTransient(error)) throw error
    const note = await readStored<NoteView>(cache, noteQuery(noteNo).queryKey)
    const series = note?.series && (await readStored<SeriesView>(cache, noteKeys.series(note.series.headNo)))
    if (note === undefined || (note.series && series === undefined)) throw error
    return { note, texts: textsOf(note, series), isOffline: true }
  }
}

/** The texts of a note; of a series those of its parts, in order. Throws CallFailed. */
export async function readTexts(note: NoteView): Promise<SavedText[]> {
  return textsOf(note, note.series && (await callApi(getSeries, { noteNo: note.noteNo })))
}

function textsOf(note: NoteView, series: SeriesView | undefined): SavedText[] {
  return (series?.parts ?? [note]).map(({ noteNo, text }) => ({ noteNo, text: decodeText(text) }))
}

/** The links of a note that this device knows, of a series those of all parts. */
export async function readStoredLinks(cache: QueryClient, noteNo: number): Promise<NoteLinkView[]> {
  return (await readStored<NoteLinkView[]>(cache, linksQuery(noteNo).queryKey)) ?? []
}

async function readStored<Data>(cache: QueryClient, queryKey: QueryKey): Promise<Data | undefined> {
  await restoreQuery(queryKey)
  return cache.getQueryData<Data>(queryKey)
}

/** Saves texts as a new note, or as a series. If a part fails, the new note is deleted. Throws CallFailed. */
export async function createSavedCopy(
  header: { topicNo: number; title: string },
  [first, ...later]: readonly SavedText[],
): Promise<{ noteNo: number }> {
  const copy = await callApi(postNote, {
    ...header,
    text: encodeText(first?.text ?? ''),
    requestKey: makeRequestKey(),
  })
  try {
    let { noteNo } = copy
    for (const { text } of later) {
      const part = { noteNo, text: encodeText(text), requestKey: makeRequestKey() }
      noteNo = (
        await retryWhenLimited(
          () => callApi(continueNote, part),
          () => undefined,
        )
      ).noteNo
    }
    return copy
  } catch (error) {
    await callApi(deleteNote, { noteNo: copy.noteNo }).catch(() => undefined)
    throw error
  }
}
