import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { findFreeCopies, onCopiesChanged } from '#client/features/documents/documentStore.ts'
import type { StoredDocument } from '#client/features/documents/storedDocument.ts'
import { isUnsaved, type SaveFailure } from '#client/features/documents/unsaved.ts'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import { getUnsavedDocuments, type UnsavedDocument } from '#protocol/documents.ts'
import { EXCERPT_SEARCH_LENGTH, excerptOf } from '#protocol/excerpt.ts'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import type { NoteItemView } from '#protocol/notes.ts'
import { parseQuickNote } from '#protocol/plainText.ts'

/** Text that was typed and not saved, on this device or on the server. */
export interface UnsavedNote {
  documentId: string
  /** Null before the first save. */
  noteNo: number | null
  /** Null if the note was deleted. */
  topicNo: number | null
  /** The title, at most as long as a note allows, or the first line with words; may be empty. */
  title: string
  excerpt: string
  /** Milliseconds since 1970. */
  changedAt: number
  /** The user has asked to save it, and it waits for a connection. */
  isQueued: boolean
  /** Why it cannot be saved; null if it may. */
  saveFailure: SaveFailure | null
  isOnServer: boolean
  /** The copies of this device. */
  copies: readonly StoredDocument[]
}

const COPIES_KEY = ['copies'] as const
export const DOCUMENTS_KEY = ['unsavedDocuments'] as const

const unsavedDocumentsQuery = queryOptions({
  queryKey: DOCUMENTS_KEY,
  queryFn: async ({ signal }) => (await callApi(getUnsavedDocuments, {}, { signal })).documents,
})

/** The texts that the user has not saved, last changed first. */
export function useUnsavedNotes(): UnsavedNote[] {
  const { userNo } = useAtomValue(authAtom)
  const cache = useQueryClient()
  useEffect(() => {
    const refetch = () => void cache.invalidateQueries({ queryKey: DOCUMENTS_KEY })
    const cleanups = [
      onCopiesChanged(() => void cache.invalidateQueries({ queryKey: COPIES_KEY })),
      onEvent('documents:changed', refetch),
      onEvent('note:saved', refetch),
      onEvent('note:deleted', refetch),
      onResync(refetch),
    ]
    return () => {
      for (const cleanUp of cleanups) cleanUp()
    }
  }, [cache])
  const { data: copies = [] } = useQuery({
    queryKey: [...COPIES_KEY, userNo],
    queryFn: () => findFreeCopies(userNo),
    // Reads from the device only, and every visit to an editor may change it.
    staleTime: 0,
    gcTime: 0,
  })
  const { data: documents = [] } = useQuery(unsavedDocumentsQuery)
  return joinUnsaved(copies, documents)
}

/** The text on this device is at least as new as that on the server. */
export function joinUnsaved(
  copies: readonly StoredDocument[],
  documents: readonly UnsavedDocument[],
): UnsavedNote[] {
  const notes = new Map<string, UnsavedNote>(documents.map(each => [each.documentId, ofServer(each)]))
  for (const copy of copies.filter(isUnsaved)) {
    const known = notes.get(copy.documentId)
    if (known !== undefined && known.copies.length > 0)
      notes.set(copy.documentId, { ...known, copies: [...known.copies, copy] })
    else notes.set(copy.documentId, known ? { ...ofDevice(copy), ...serverState(known) } : ofDevice(copy))
  }
  return [...notes.values()].sort((one, other) => other.changedAt - one.changedAt)
}

/** A saved note may have been moved to another topic since the copy was stored. */
function serverState({ noteNo, topicNo }: UnsavedNote): Partial<UnsavedNote> {
  return { isOnServer: true, ...(noteNo !== null && topicNo !== null && { topicNo }) }
}

/** A text may have been pasted into the field of the title. */
const titleOf = (title: string, text: string) =>
  truncateText(title.trim(), NOTE_TITLE_MAX) || (parseQuickNote(text)?.title ?? '')

function ofServer({ documentId, noteNo, topicNo, title, excerpt, changedAt }: UnsavedDocument): UnsavedNote {
  return {
    ...{ documentId, noteNo, topicNo, excerpt, changedAt: Date.parse(changedAt) },
    title: titleOf(title, excerpt),
    ...{ isQueued: false, saveFailure: null, isOnServer: true, copies: [] },
  }
}

function ofDevice(copy: StoredDocument): UnsavedNote {
  const { documentId, noteNo, topicNo, content, keptAt, saveRequestedAt, saveFailure, replica } = copy
  return {
    ...{ documentId, noteNo, topicNo, changedAt: keptAt },
    title: titleOf(content.title, content.text),
    excerpt: excerptOf(content.text.slice(0, EXCERPT_SEARCH_LENGTH).toWellFormed()).text,
    isQueued: saveRequestedAt !== null,
    saveFailure,
    // The server counts generations from one.
    isOnServer: replica !== null && replica.generation > 0,
    copies: [copy],
  }
}

export function unsavedOfNote(noteNo: number, notes: readonly UnsavedNote[]): UnsavedNote | undefined {
  return notes.find(note => note.noteNo === noteNo)
}

/**
 * The unsaved texts of notes that have no row in the list. With a topic, only those of the topic. A note that has a row is marked there.
 */
export function unsavedWithoutRow(
  rows: readonly Pick<NoteItemView, 'noteNo'>[],
  topicNo: number | null,
  notes: readonly UnsavedNote[],
): UnsavedNote[] {
  const rowNos = new Set(rows.map(({ noteNo }) => noteNo))
  return notes.filter(note => {
    if (note.noteNo === null) return topicNo === null || note.topicNo === topicNo
    return !rowNos.has(note.noteNo) && (topicNo === null || note.topicNo === topicNo)
  })
}

/** The URL of its editor. */
export function unsavedPath({ noteNo, topicNo, documentId }: UnsavedNote): string {
  return noteNo !== null ? paths.updateNote(noteNo) : paths.draft(topicNo ?? 0, documentId)
}
