import { fromBase64, toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import type { DocumentTransport } from '#client/features/documents/documentSync.ts'
import { createDoc, createState, type DocumentContent, readContent } from '#protocol/document/content.ts'
import type { EditRefusal, OpenedDocument } from '#protocol/documents.ts'
import type { ServerEventPayload } from '#protocol/events.ts'

const DOCUMENT_ID = '00000000-0000-4000-8000-000000000000'

type Receive = (event: ServerEventPayload<'document:edited'>) => void

/** A server with one document, in memory, for tests of its clients. */
export function createFakeServer(
  content: DocumentContent,
  note: OpenedDocument['note'] = null,
  isTogether = false,
) {
  let doc = createDoc([createState(content)])
  let generation = 1
  let revision = 0
  let isOnline = true
  let openCount = 0
  const clients = new Map<object, Receive>()
  let refusal: EditRefusal | null = null
  let insertionsMax = Number.POSITIVE_INFINITY

  function checkOnline(): void {
    if (!isOnline) throw new Error('offline')
  }

  return {
    content: () => readContent(doc),
    revision: () => revision,
    openCount: () => openCount,
    setOnline(value: boolean): void {
      isOnline = value
    },
    /** Refuses the next change. */
    refuseOnce(error: EditRefusal): void {
      refusal = error
    },
    /** Refuses updates with more insertions. */
    limitInsertions(max: number): void {
      insertionsMax = max
    },
    backUp: () => ({ state: Y.encodeStateAsUpdate(doc), revision }),
    restore(backup: { state: Uint8Array; revision: number }): void {
      doc = createDoc([backup.state])
      revision = backup.revision
    },
    /** Begins a new generation with this text. */
    replace(next: DocumentContent): void {
      doc = createDoc([createState(next)])
      generation += 1
    },
    /** `receive` gets the changes of other clients. */
    connect(receive: Receive): DocumentTransport {
      const client = {}
      clients.set(client, receive)
      return {
        async open({ has }) {
          openCount += 1
          checkOnline()
          const known = has?.generation === generation ? fromBase64(has.stateVector) : undefined
          return {
            ...{ documentId: DOCUMENT_ID, generation, revision, savedRevision: 0, isTogether, note },
            noteNo: note && 1,
            update: toBase64(Y.encodeStateAsUpdate(doc, known)),
            stateVector: toBase64(Y.encodeStateVector(doc)),
          }
        },
        async edit({ update, generation: sentGeneration }) {
          checkOnline()
          if (sentGeneration !== generation) return { error: 'replaced' }
          if (Y.decodeUpdate(fromBase64(update)).structs.length > insertionsMax) return { error: 'mismatch' }
          if (refusal !== null) {
            const error = refusal
            refusal = null
            return { error }
          }
          Y.applyUpdate(doc, fromBase64(update))
          revision += 1
          const event = { documentId: DOCUMENT_ID, generation, revision, update }
          for (const [other, receiveEvent] of clients) if (other !== client) receiveEvent(event)
          return { revision }
        },
      }
    },
  }
}
