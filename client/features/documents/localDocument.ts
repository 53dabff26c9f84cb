import * as Y from 'yjs'
import {
  applyEdits,
  createDoc,
  createState,
  type DocumentContent,
  fieldOf,
  readContent,
  type TextEdit,
} from '#protocol/document/content.ts'
import { type ContentEdits, diffContent, mergeContent, spliceOf } from '#protocol/document/merge.ts'
import { DOCUMENT_UPDATE_BYTES_MAX } from '#protocol/limits.ts'

/** The part of a document that a device stores, so that the document opens offline and unsent changes survive a crash. */
export interface DocumentReplica {
  documentId: string
  generation: number
  /** The state that the server has acknowledged or sent. */
  state: Uint8Array
  /** Changes that the server has not acknowledged. */
  pending: Uint8Array | null
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a with 32 bits, of UTF-16 units. */
function hash(text: string): number {
  let value = FNV_OFFSET
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), FNV_PRIME)
  return value >>> 0
}

/** The server refuses an update with more than 500 insertions. */
const EDITS_MAX = 200

/** The same change as one replacement in each text, if it has too many edits for one update. */
function fewEdits(content: DocumentContent, edits: ContentEdits): ContentEdits {
  if (edits.title.length + edits.text.length <= EDITS_MAX) return edits
  const doc = createDoc([createState(content)])
  applyEdits(doc, edits)
  const { title, text } = readContent(doc)
  return { title: [spliceOf(content.title, title)], text: [spliceOf(content.text, text)] }
}

/** Adds the change from one content to another to a document, which others may have changed. */
function addChange(doc: Y.Doc, from: DocumentContent, to: DocumentContent): void {
  const content = readContent(doc)
  applyEdits(doc, fewEdits(content, mergeContent(from, to, content)))
}

/** Returns the part of a content that another one still has. */
function commonContent(content: DocumentContent, other: DocumentContent): DocumentContent {
  const doc = createDoc([createState(content)])
  const { title, text } = diffContent(content, other)
  const deletions = (edits: readonly TextEdit[]) => edits.map(edit => ({ ...edit, insert: '' }))
  applyEdits(doc, { title: deletions(title), text: deletions(text) })
  return readContent(doc)
}

/** Whether a state has insertions that another one lacks. */
function isAhead(state: Map<number, number>, other: Map<number, number>): boolean {
  return [...state].some(([client, clock]) => clock > (other.get(client) ?? 0))
}

const stateVectorOf = (doc: Y.Doc) => Y.decodeStateVector(Y.encodeStateVector(doc))

/** Before the number of any change, and before that of a tab without changes. */
const NO_CHANGE = -1

/** The origin of changes by others. */
const REMOTE = Symbol('remote')

interface LocalDocumentOptions {
  replica: DocumentReplica | undefined
  /** Called after this tab has changed the document. */
  onChange: () => void
  /** Called after the last hold, when the editor shows what others changed meanwhile. */
  onReleased: () => void
}

export type LocalDocument = ReturnType<typeof createLocalDocument>

/**
 * The state of a document in this tab: what the server has (the known state), what it lacks (the pending changes), and what the editor
 * shows, which is both, except for changes of others that wait during a hold.
 */
export function createLocalDocument({ replica, onChange, onReleased }: LocalDocumentOptions) {
  let known = createDoc(replica ? [replica.state] : [])
  let doc = observe(createDoc(replica ? [replica.state, ...(replica.pending ? [replica.pending] : [])] : []))
  let pending: Uint8Array[] = replica?.pending ? [replica.pending] : []
  /** The changes on their way. */
  let inFlight: Uint8Array | null = null
  /** Numbers of changes of this tab: the last one, the last one on its way, and the last one that the server has. */
  let [made, sent, acknowledged] = [pending.length, 0, 0]
  /** The text of the stored copy until the known state changes: another tab, or the sender, may merge the same copy. */
  let copied: DocumentContent | null = replica?.pending ? readContent(doc) : null
  /** While positive, the editor must not change under the user's fingers. */
  let holds = 0
  const held: Uint8Array[] = []
  let releases: (() => void)[] = []
  const replacements = new Set<() => void>()

  const hasUnsent = () => pending.length > 0 || inFlight !== null

  function observe(created: Y.Doc): Y.Doc {
    created.on('update', (update: Uint8Array, origin: unknown) => {
      // A document that was replaced changes when its undo steps are read.
      if (origin === REMOTE || created !== doc) return
      pending.push(update)
      made += 1
      onChange()
    })
    return created
  }

  function release(): void {
    holds -= 1
    if (holds > 0) return
    const updates = held.splice(0)
    if (updates.length > 0) Y.applyUpdate(doc, Y.mergeUpdates(updates), REMOTE)
    onReleased()
    const waiting = releases
    releases = []
    for (const resolve of waiting) resolve()
  }

  /** Tabs that make the same change from the same seed make one change for Yjs, which then applies it once. */
  function changeAsOne(seed: string, change: () => void): void {
    const { clientID } = doc
    doc.clientID = hash(seed)
    change()
    doc.clientID = clientID
  }

  return {
    doc: () => doc,
    content: (): DocumentContent => readContent(doc),
    knownContent: (): DocumentContent => readContent(known),
    knownStateVector: () => Y.encodeStateVector(known),
    isHeld: () => holds > 0,
    hasPending: () => pending.length > 0,
    hasUnsent,
    /** The number of the last change of this tab. */
    lastChange: () => made,
    /** Whether the server has all changes of this tab up to this number. */
    hasAcknowledged: (change: number) => acknowledged >= change || !hasUnsent(),
    /** Applies a change by another tab or device. */
    applyRemote(update: Uint8Array): void {
      copied = null
      Y.applyUpdate(known, update, REMOTE)
      if (holds > 0) held.push(update)
      else Y.applyUpdate(doc, update, REMOTE)
    },
    /** Fills a blank title. Several devices may do so before they learn of each other. */
    fillTitle(title: string): void {
      const blank = { from: 0, to: fieldOf(doc, 'title').length }
      changeAsOne(title, () => applyEdits(doc, { title: [{ ...blank, insert: title }] }))
    },
    /** False while replacing the state would change what the editor shows during a hold. */
    canReplaceState(state: Uint8Array): boolean {
      if (holds === 0) return true
      const [{ title, text }, other] = [readContent(known), readContent(createDoc([state]))]
      return held.length === 0 && title === other.title && text === other.text
    },
    /**
     * The server has another state, to which the pending changes do not fit: merges them by their text. `hasLost`: the server lacks what it
     * had acknowledged, so everything that it lacks is pending. What others have written there since stays.
     */
    replaceState(state: Uint8Array, hasLost = false): void {
      const before = readContent(known)
      const mine = readContent(doc)
      const seen = stateVectorOf(known)
      known = createDoc([state])
      let base = before
      if (hasLost) {
        base = readContent(known)
        // Others may have brought back what this tab has as well.
        if (isAhead(stateVectorOf(known), seen)) base = commonContent(before, base)
      }
      doc = observe(createDoc([state]))
      pending = []
      // The server may lack what it had acknowledged.
      sent = acknowledged = NO_CHANGE
      const shared = copied ?? mine
      copied = null
      // Two tabs may merge the same copy.
      const seed = JSON.stringify([[...Y.encodeStateVector(known)], base, shared])
      changeAsOne(seed, () => addChange(doc, base, shared))
      addChange(doc, shared, mine)
      for (const listener of replacements) listener()
    },
    /** Whether the server lacks changes that it had acknowledged, as after the restore of a backup. */
    isAheadOf(stateVector: Uint8Array): boolean {
      return isAhead(stateVectorOf(known), Y.decodeStateVector(stateVector))
    },
    /** Takes as many pending changes as fit into one update. */
    takePending(): Uint8Array {
      let count = 0
      for (let bytes = 0; count < pending.length; count += 1) {
        bytes += pending[count]?.length ?? 0
        if (bytes > DOCUMENT_UPDATE_BYTES_MAX && count > 0) break
      }
      inFlight = Y.mergeUpdates(pending.splice(0, count))
      if (pending.length === 0) sent = made
      return inFlight
    },
    /** The server has stored the taken changes. */
    acknowledge(update: Uint8Array): void {
      inFlight = null
      acknowledged = sent
      copied = null
      Y.applyUpdate(known, update, REMOTE)
    },
    /** The taken changes are pending again, or belong to a state that was replaced. */
    putBack(update: Uint8Array, isReplaced: boolean): void {
      inFlight = null
      sent = acknowledged
      if (!isReplaced) pending.unshift(update)
    },
    /** Keeps changes of others away from the editor, for example during a composition. Returns the release function. */
    hold(): () => void {
      holds += 1
      let isReleased = false
      return () => {
        if (!isReleased) release()
        isReleased = true
      }
    },
    whenReleased: () => new Promise<void>(resolve => releases.push(resolve)),
    /** Called after `doc` has become another one. Returns the unsubscribe function. */
    onDocReplaced(listener: () => void): () => void {
      replacements.add(listener)
      return () => replacements.delete(listener)
    },
    /** For the device. */
    stored(): Pick<DocumentReplica, 'state' | 'pending'> {
      const all = inFlight ? [inFlight, ...pending] : pending
      return {
        state: Y.encodeStateAsUpdate(known),
        pending: all.length > 0 ? Y.mergeUpdates(all) : null,
      }
    },
  }
}
