import { fromBase64, toBase64 } from 'lib0/buffer'
import { createDecoder, readVarUint } from 'lib0/decoding'
import { equalityDeep } from 'lib0/function'
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import * as Y from 'yjs'
import { createThrottle } from '#client/platform/browser/timers.ts'
import { type DocumentField, fieldOf } from '#protocol/document/content.ts'
import type { DocumentSync } from './documentSync.ts'

/** A user who has the document open. */
export interface WritingUser {
  userNo: number
  userName: string
}

/** A tab of somebody else that has the document open. */
export interface Writer extends WritingUser {
  clientId: number
  /**
   * The selection, with equal ends if nothing is selected. Null if no field has the focus. `head` names the end that the writer moves; it
   * stays the same while changes of others shift `from` and `to`.
   */
  caret: { field: DocumentField; from: number; to: number; head: string } | null
}

interface CaretState {
  field: DocumentField
  anchor: string
  head: string
}

/** As the server relays it. */
type SharedState = CaretState & WritingUser

/** Shortest time between two positions, in milliseconds. */
const SEND_MS = 100

export type Presence = ReturnType<typeof createPresence>

/** Who else writes the document, and where; and tells the others where this user writes. Nothing is stored. */
export function createPresence(
  sync: Pick<DocumentSync, 'doc' | 'onDocReplaced'>,
  send: (update: string) => void,
) {
  const listeners = new Set<() => void>()
  let awareness = create()
  let writers: readonly Writer[] = []
  let users: readonly WritingUser[] = []
  let next: CaretState | null = null
  const publish = createThrottle(() => awareness.setLocalState(next), SEND_MS)

  function create(): Awareness {
    const created = new Awareness(sync.doc())
    created.setLocalState(null)
    created.on('change', notify)
    created.on('update', (_: unknown, origin: unknown) => {
      if (origin === 'local') send(toBase64(encodeAwarenessUpdate(created, [created.clientID])))
    })
    return created
  }

  function notify(): void {
    const doc = sync.doc()
    const found = [...awareness.getStates()]
      .flatMap(([clientId, state]) =>
        clientId === awareness.clientID ? [] : writerOf(doc, clientId, state as SharedState),
      )
      // The same order on every screen.
      .sort((one, other) => one.userNo - other.userNo || one.clientId - other.clientId)
    if (equalityDeep(found, writers)) return
    writers = found
    const present = uniqueUsers(found)
    if (!equalityDeep(present, users)) users = present
    for (const listener of listeners) listener()
  }

  const stopWatching = sync.onDocReplaced(() => {
    awareness.destroy()
    awareness = create()
    notify()
  })

  return {
    /** The same array until a caret has moved. */
    writers: () => writers,
    /** One entry for each user, who may have several tabs. The same array until somebody comes or leaves. */
    users: () => users,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Positions move with the text. */
    update: notify,
    setCaret(field: DocumentField, { selectionStart, selectionEnd }: HTMLTextAreaElement): void {
      const text = fieldOf(sync.doc(), field)
      const encode = (index: number) =>
        toBase64(
          Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, Math.min(index, text.length))),
        )
      next = { field, anchor: encode(selectionStart), head: encode(selectionEnd) }
      publish.schedule()
    },
    hideCaret(): void {
      publish.cancel()
      awareness.setLocalState(null)
    },
    receive({ update, userNo }: { update: string; userNo: number }): void {
      const bytes = fromBase64(update)
      const clientId = clientIdOf(bytes)
      const known = awareness.getStates().get(clientId) as SharedState | undefined
      const isNew = known === undefined
      // Another user has chosen the number of this tab, or of a third one.
      if (clientId === awareness.clientID || (known && known.userNo !== userNo)) return
      applyAwarenessUpdate(awareness, bytes, 'remote')
      // Who has just come does not know of this tab.
      if (isNew && awareness.getLocalState() !== null) awareness.setLocalState(awareness.getLocalState())
    },
    /** The connection is lost: this tab does not know who writes. */
    forgetOthers(): void {
      const others = [...awareness.getStates().keys()].filter(id => id !== awareness.clientID)
      removeAwarenessStates(awareness, others, 'offline')
    },
    /** The connection is back. The others have forgotten this tab, and answer it. */
    announce(): void {
      const state = awareness.getLocalState()
      if (state !== null) awareness.setLocalState(state)
    },
    /** The user may no longer write the document. */
    clear(): void {
      removeAwarenessStates(awareness, [...awareness.getStates().keys()], 'ended')
    },
    stop(): void {
      publish.cancel()
      stopWatching()
      awareness.destroy()
    },
  }
}

const uniqueUsers = (writers: readonly Writer[]): WritingUser[] => [
  ...new Map(writers.map(({ userNo, userName }) => [userNo, { userNo, userName }])).values(),
]

/** The server lets only updates with one client pass. */
function clientIdOf(update: Uint8Array): number {
  const decoder = createDecoder(update)
  readVarUint(decoder)
  return readVarUint(decoder)
}

function writerOf(doc: Y.Doc, clientId: number, { userNo, userName, ...state }: SharedState): Writer[] {
  const from = indexOf(doc, state.anchor)
  const to = indexOf(doc, state.head)
  const caret = from !== null && to !== null ? { field: state.field, from, to, head: state.head } : null
  return [{ clientId, userNo, userName, caret }]
}

/** Null if the position is of a text that is not there yet, or any more. */
function indexOf(doc: Y.Doc, position: string): number | null {
  try {
    const relative = Y.decodeRelativePosition(fromBase64(position))
    return Y.createAbsolutePositionFromRelativePosition(relative, doc)?.index ?? null
  } catch {
    return null
  }
}
