import * as Y from 'yjs'

/** Title and text of a document as they were typed: not normalized, and perhaps too long. */
export interface DocumentContent {
  title: string
  text: string
}

const FIELDS = ['title', 'text'] as const
export type DocumentField = (typeof FIELDS)[number]

export const isDocumentField = (name: string): name is DocumentField => FIELDS.some(field => field === name)

export const fieldOf = (doc: Y.Doc, field: DocumentField): Y.Text => doc.getText(field)

export function readContent(doc: Y.Doc): DocumentContent {
  return { title: fieldOf(doc, 'title').toString(), text: fieldOf(doc, 'text').toString() }
}

/** A replacement in a text, in UTF-16 units. */
export interface TextEdit {
  from: number
  to: number
  insert: string
}

/**
 * Applies edits with positions in the text before all of them, in ascending order without overlaps, as one transaction.
 */
export function applyEdits(
  doc: Y.Doc,
  edits: Partial<Record<DocumentField, readonly TextEdit[]>>,
  origin?: unknown,
): void {
  doc.transact(() => {
    for (const field of FIELDS)
      for (const { from, to, insert } of [...(edits[field] ?? [])].reverse()) {
        const text = fieldOf(doc, field)
        if (to > from) text.delete(from, to - from)
        if (insert !== '') text.insert(from, insert)
      }
  }, origin)
}

/** The state of a new document with this content. */
export function createState({ title, text }: DocumentContent): Uint8Array {
  const doc = new Y.Doc()
  applyEdits(doc, { title: [{ from: 0, to: 0, insert: title }], text: [{ from: 0, to: 0, insert: text }] })
  return Y.encodeStateAsUpdate(doc)
}

/** A document that has received these updates, in any order. */
export function createDoc(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update)
  })
  return doc
}
