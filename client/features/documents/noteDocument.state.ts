import * as Y from 'yjs'
import { applyEdits, createDoc, createState, type DocumentContent } from '#protocol/document/content.ts'
import { diffContent } from '#protocol/document/merge.ts'
import type { DocumentStatus } from './documentSync.ts'
import type { DocumentReplica } from './localDocument.ts'

export interface NoteDocumentState {
  documentId: string
  /** Null before the first save. */
  noteNo: number | null
  topicNo: number
  content: DocumentContent
  /** The saved note; empty before the first save. */
  savedContent: DocumentContent
  /** Milliseconds since 1970; null before the first save. */
  savedAt: number | null
  status: DocumentStatus
  isSaving: boolean
  /** The server lacks changes of this tab. */
  isUnsent: boolean
  saveRequestedAt: number | null
  mayBePosted: boolean
  /** The user is not the author, and writes the note together with them. */
  isGuest: boolean
  /** Others write it too, so the server saves it. */
  isTogether: boolean
  /** Another app or a link has brought the text, and the user has neither changed nor saved it. The server does not get it before that. */
  isForeign: boolean
  /** The note was deleted after it had been saved. */
  isGone: boolean
  /** Why the last save failed; null after a success. */
  saveError: unknown
  /** False if the device rejects writes, as in some private windows or on a full disk. */
  canStore: boolean
}

/** The properties of a note that are known before its document is open. */
export type NoteDocumentStart = Pick<
  NoteDocumentState,
  'documentId' | 'noteNo' | 'topicNo' | 'savedContent' | 'savedAt'
> &
  Partial<Pick<NoteDocumentState, 'saveRequestedAt' | 'mayBePosted' | 'isForeign' | 'isGuest'>>

/** A state that the server does not know yet: it receives the difference between the two contents. */
export function createReplica(
  { documentId, savedContent }: NoteDocumentStart,
  content: DocumentContent,
): DocumentReplica {
  const doc = createDoc([createState(savedContent)])
  const state = Y.encodeStateAsUpdate(doc)
  const edits = diffContent(savedContent, content)
  applyEdits(doc, edits)
  const isChanged = edits.title.length > 0 || edits.text.length > 0
  const pending = isChanged ? Y.encodeStateAsUpdate(doc, Y.encodeStateVectorFromUpdate(state)) : null
  return { documentId, generation: 0, state, pending }
}

/** Whether the copy on the device is outdated. */
export function hasToBeStored(before: NoteDocumentState, now: NoteDocumentState): boolean {
  return (
    before.content.text !== now.content.text ||
    before.content.title !== now.content.title ||
    before.savedContent !== now.savedContent ||
    before.status.kind !== now.status.kind ||
    before.noteNo !== now.noteNo ||
    before.saveRequestedAt !== now.saveRequestedAt ||
    before.isForeign !== now.isForeign ||
    before.topicNo !== now.topicNo
  )
}
