import type { DocumentContent } from '#protocol/document/content.ts'
import type { DocumentReplica } from './localDocument.ts'
import type { SaveFailure } from './unsaved.ts'

/** A document that this device stores: it has unsaved text. */
export interface StoredDocument {
  /** Identifies this copy: two tabs may edit one document. */
  copyId: string
  userNo: number
  documentId: string
  /** Null before the first save. */
  noteNo: number | null
  topicNo: number
  /** Null if this device has only the text: the server adds the difference from the saved content to the document that it has. */
  replica: DocumentReplica | null
  content: DocumentContent
  savedContent: DocumentContent
  /** Milliseconds since 1970. */
  keptAt: number
  /** When the user requested a save that has not succeeded yet, in milliseconds since 1970. */
  saveRequestedAt: number | null
  /** An earlier first save may have created the note. */
  mayBePosted: boolean
  /** The user is not the author, and writes the note together with them. */
  isGuest: boolean
  /** Another app or a link has brought it, and the user has not accepted it yet. It is not sent. */
  isForeign: boolean
  /** Why the requested save cannot succeed; null if it may. */
  saveFailure: SaveFailure | null
}

interface CopyInput {
  userNo: number
  topicNo: number
  documentId: string
  content: DocumentContent
  /** Absent for a new note. */
  noteNo?: number
  /** The saved note; empty for a new note. */
  savedContent?: DocumentContent
  isSaveRequested?: boolean
  isForeign?: boolean
}

/**
 * A copy of text that was not typed into an editor of this device: of a quick note, shared by another app, begun by a visitor, or brought
 * back after it was discarded.
 */
export function createCopy({
  userNo,
  topicNo,
  documentId,
  content,
  noteNo,
  savedContent = EMPTY,
  isSaveRequested = false,
  isForeign = false,
}: CopyInput): StoredDocument {
  const now = Date.now()
  return {
    ...{ copyId: documentId, userNo, documentId, topicNo, content, savedContent },
    noteNo: noteNo ?? null,
    keptAt: now,
    saveRequestedAt: isSaveRequested ? now : null,
    mayBePosted: false,
    isGuest: false,
    isForeign,
    saveFailure: null,
    replica: null,
  }
}

/** Whether the server lacks changes of a copy. */
export const isUnsent = ({ replica }: Pick<StoredDocument, 'replica'>) =>
  replica === null || replica.pending !== null

const EMPTY: DocumentContent = { title: '', text: '' }
