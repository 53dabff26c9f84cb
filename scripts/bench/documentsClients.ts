import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { createDocumentSync } from '#client/features/documents/documentSync.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { fieldOf } from '#protocol/document/content.ts'
import type { ClientEvents, ServerEvents } from '#protocol/events.ts'
import { emitWithReply } from '#tests/support/documents.ts'
import type { AuthoredNote } from './liveFixtures.ts'

/** The writers to open, each with its own socket. */
export interface DocumentsJob {
  kind: '글마루' | 'y-websocket'
  url: string
  /** The note of each writer, with the session to use. */
  writers: AuthoredNote[]
  /** The text of each note. */
  text: string
}

/** All writers type. */
export interface Typing {
  durationMs: number
  /** Between two characters of a writer. */
  pauseMs: number
}

export interface TypingResult {
  characters: number
  /** From each keystroke to each other client whose document has it, in milliseconds. */
  latencies: number[]
  /** Keystrokes that did not arrive at another client. */
  lost: number
  /** Writers with changes that the server has not accepted. */
  unsynced: number
}

/** An open document. */
interface OpenDocument {
  doc(): Y.Doc
  /** Inserts into the text. */
  insert(at: number, inserted: string): void
  isSynced(): boolean
}

const CHARACTER = '가'
const ARRIVAL_MS = 5_000
const CHECK_MS = 50

/** By the Yjs client of the writer, and its clock before the keystroke. */
const typedAt = new Map<number, Map<number, number>>()
let latencies: number[] = []

/** The clients, in their own process: open the documents, then type whenever requested. End with their parent. */
process.once('disconnect', () => process.exit())
process.once('message', async (job: DocumentsJob) => {
  const open = job.kind === '글마루' ? openWithGeulmaru : openWithYWebsocket
  const writers: Writer[] = []
  // One after another, so that one of them creates the document.
  for (const [place, note] of job.writers.entries()) {
    const document = await open(job, note)
    measureArrivals(document.doc())
    const othersOfNote = job.writers.filter(other => other !== note && other.noteNo === note.noteNo).length
    const at = Math.floor((job.text.length * place) / job.writers.length)
    writers.push({ document, othersOfNote, type: createTyping(document, at) })
  }
  process.on('message', async (typing: Typing) => {
    process.send?.(await typeTogether(writers, typing))
  })
  process.send?.('open')
})
// Each provider of y-websocket adds a listener.
process.setMaxListeners(0)

interface Writer {
  document: OpenDocument
  /** The number of other writers of the same note. */
  othersOfNote: number
  type(): void
}

/** Types at this place of the text, each character after the one before. */
function createTyping(document: OpenDocument, start: number): () => void {
  let caret: Y.RelativePosition | null = null
  return () => {
    const doc = document.doc()
    const at = (caret && Y.createAbsolutePositionFromRelativePosition(caret, doc)?.index) ?? start
    const times = typedAt.get(doc.clientID) ?? new Map<number, number>()
    typedAt.set(doc.clientID, times)
    times.set(Y.getState(doc.store, doc.clientID), performance.now())
    document.insert(at, CHARACTER)
    caret = Y.createRelativePositionFromTypeIndex(fieldOf(doc, 'text'), at + 1, -1)
  }
}

/** Records the latency of each keystroke of another writer that is applied to the document. */
function measureArrivals(doc: Y.Doc): void {
  doc.on('afterTransaction', ({ local, beforeState, afterState }: Y.Transaction) => {
    if (local) return
    const now = performance.now()
    for (const [client, clock] of afterState)
      for (let arrived = beforeState.get(client) ?? 0; arrived < clock; arrived += 1) {
        const typed = typedAt.get(client)?.get(arrived)
        if (typed !== undefined) latencies.push(now - typed)
      }
  })
}

/** Resolves when all keystrokes have arrived, or after a time limit. */
async function typeTogether(
  writers: readonly Writer[],
  { durationMs, pauseMs }: Typing,
): Promise<TypingResult> {
  latencies = []
  typedAt.clear()
  let characters = 0
  let expected = 0
  const endsAt = performance.now() + durationMs
  const typeUntilEnd = async ({ type, othersOfNote }: Writer, place: number) => {
    await wait((pauseMs * place) / writers.length)
    while (performance.now() < endsAt) {
      type()
      characters += 1
      expected += othersOfNote
      // People do not type in step with each other.
      await wait(pauseMs * (0.9 + Math.random() / 5))
    }
  }
  await Promise.all(writers.map(typeUntilEnd))
  const unsynced = () => writers.filter(({ document }) => !document.isSynced()).length
  for (let waited = 0; waited < ARRIVAL_MS; waited += CHECK_MS) {
    if (latencies.length === expected && unsynced() === 0) break
    await wait(CHECK_MS)
  }
  return { characters, latencies, lost: expected - latencies.length, unsynced: unsynced() }
}

/** Opens a document as the web client does. */
async function openWithGeulmaru(
  { url }: DocumentsJob,
  { noteNo, token }: AuthoredNote,
): Promise<OpenDocument> {
  const auth = { token, protocol: PROTOCOL_VERSION }
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth }
  const socket: Socket<ServerEvents, ClientEvents> = io(url, options)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const sync = createDocumentSync({
    subject: { noteNo },
    transport: {
      open: request => emitWithReply({ socket }, 'document:open', request),
      edit: request => emitWithReply({ socket }, 'document:edit', request),
    },
    onChange: () => undefined,
  })
  socket.on('document:edited', sync.receiveEdited)
  socket.on('document:replaced', sync.receiveReplaced)
  await sync.flush()
  return {
    doc: sync.doc,
    insert: (at, inserted) => sync.edit({ text: [{ from: at, to: at, insert: inserted }] }),
    isSynced: () => sync.status().kind === 'synced',
  }
}

/** Opens a document with the provider of y-websocket. Its awareness stays on, because the provider needs it to notice a lost connection. */
async function openWithYWebsocket(
  { url, text: initial }: DocumentsJob,
  { noteNo }: AuthoredNote,
): Promise<OpenDocument> {
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(url.replace('http:', 'ws:'), String(noteNo), doc, {
    WebSocketPolyfill: WebSocket as unknown as typeof globalThis.WebSocket,
    disableBc: true,
  })
  await once(provider as never, 'sync')
  const text = fieldOf(doc, 'text')
  if (text.length === 0) text.insert(0, initial)
  return {
    doc: () => doc,
    insert: (at, inserted) => text.insert(at, inserted),
    isSynced: () => provider.synced && provider.ws?.bufferedAmount === 0,
  }
}
