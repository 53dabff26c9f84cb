import { fromBase64, toBase64 } from 'lib0/buffer'
import { applyEdits, type DocumentField, type TextEdit } from '#protocol/document/content.ts'
import type { OpenedDocument } from '#protocol/documents.ts'
import type { ClientEventPayload, EventError, EventReply, ServerEventPayload } from '#protocol/events.ts'
import { isOfSession, isTemporary, type LastingError } from './documentErrors.ts'
import { createFlushes, type FlushedDocument } from './documentFlushes.ts'
import { createPauseWatch, retryDelay } from './documentTiming.ts'
import { createLocalDocument, type DocumentReplica } from './localDocument.ts'
import { createRevisionTracker } from './revisionTracker.ts'

/** Both reject if the connection breaks, or if no reply comes in time. */
export interface DocumentTransport {
  open(request: ClientEventPayload<'document:open'>): Promise<EventReply<'document:open'>>
  edit(request: ClientEventPayload<'document:edit'>): Promise<EventReply<'document:edit'>>
}

interface DocumentSyncOptions {
  subject: ClientEventPayload<'document:open'>['subject']
  replica?: DocumentReplica
  transport: DocumentTransport
  /** Called after each change of the content or the status. */
  onChange: () => void
}

/**
 * `opening`: the server has not answered yet. `sending`: the server lacks changes. `synced`: it has all changes of this tab. A `failed`
 * document is not synchronized any more.
 */
export type DocumentStatus =
  | { kind: 'opening' | 'offline' | 'sending' | 'synced' }
  | { kind: 'failed'; error: LastingError }

/** The generations of the server begin with 1. */
const NO_GENERATION = 0
/** Who types after this time without an attempt gets one at once, in milliseconds. */
const TYPING_RETRY_MS = 5_000
/** How long an event may be late before it counts as lost, in milliseconds. */
const GAP_MS = 1_000
/** How often the state is compared with that of the server, in milliseconds. */
const COMPARE_MS = 30_000

export type DocumentSync = ReturnType<typeof createDocumentSync>

/**
 * Keeps the document of an editor equal to that of the server. One update at a time is on its way; what is typed meanwhile is sent
 * together afterwards. Updates are idempotent, so after a lost reply they are sent again.
 */
export function createDocumentSync({ subject, replica, transport, onChange }: DocumentSyncOptions) {
  const local = createLocalDocument({
    replica,
    onChange: sendChange,
    onReleased: receiveHeld,
  })
  let documentId = replica?.documentId ?? ('documentId' in subject ? subject.documentId : null)
  let generation = replica?.generation ?? NO_GENERATION
  let opened: OpenedDocument | null = null
  const revisions = createRevisionTracker()
  /** Arrived before the document was open. */
  let earlyEvents: ServerEventPayload<'document:edited'>[] = []
  let status: DocumentStatus = { kind: 'opening' }
  let isSending = false
  let isOpening = false
  /** The connection has changed since the request was sent. */
  let opensAgain = false
  let isOpen = false
  /** The first attempt to open has failed, or an open document was disconnected. */
  let isOffline = false
  let isStopped = false
  /** Failed attempts to open since the last success. */
  let failures = 0
  let isRetrying = false
  /** Milliseconds since 1970. */
  let triedAt = 0
  const others = createPauseWatch()
  /** A new state that arrived during a hold. */
  let heldReply: OpenedDocument | null = null
  /** The server lacks what it had acknowledged. */
  let hasServerLost = false
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const flushes = createFlushes()

  function setTimer(name: string, ms: number, run: () => void): void {
    clearTimeout(timers.get(name))
    if (!isStopped) timers.set(name, setTimeout(run, ms))
  }

  function retryLater(): void {
    if (isRetrying || isStopped) return
    isRetrying = true
    setTimer('open', retryDelay(failures), () => void open())
    failures += 1
  }

  function sendChange(): void {
    if (isOpen && !isSending) void send()
    else report()
    if (isOffline && !isOpen && Date.now() - triedAt > TYPING_RETRY_MS) void open()
  }

  function report(): void {
    if (status.kind !== 'failed')
      status = {
        kind: isOpen
          ? isSending || local.hasPending()
            ? 'sending'
            : 'synced'
          : isOffline
            ? 'offline'
            : 'opening',
      }
    settleFlushes()
    onChange()
  }

  /** The known state is that of the server at this revision. */
  const isSettled = () => isOpen && !revisions.hasGap() && heldReply === null

  function settleFlushes(): void {
    if (status.kind === 'failed') flushes.reject(status.error)
    else if (isSettled())
      flushes.resolve(local.hasAcknowledged, () => ({
        revision: revisions.complete(),
        content: local.knownContent(),
      }))
  }

  function receiveHeld(): void {
    const reply = heldReply
    heldReply = null
    if (reply) receiveOpened(reply)
    report()
  }

  function fail(error: EventError): void {
    isOpen = false
    if (isTemporary(error)) retryLater()
    else if (isOfSession(error)) {
      isOffline = true
      flushes.reject(error)
    } else status = { kind: 'failed', error }
    report()
  }

  /** The next reply has the whole state, to which the changes of this tab are added by their text. */
  function forgetState(): void {
    generation = NO_GENERATION
  }

  async function open(): Promise<void> {
    if (isOpening || isStopped || status.kind === 'failed') return
    isOpening = true
    revisions.requestState()
    isRetrying = false
    clearTimeout(timers.get('open'))
    triedAt = Date.now()
    const has =
      documentId === null || generation === NO_GENERATION
        ? undefined
        : { generation, stateVector: toBase64(local.knownStateVector()) }
    try {
      const reply = await transport.open({ subject, ...(has && { has }) })
      isOpening = false
      if ('error' in reply) fail(reply.error)
      // The state was forgotten meanwhile, and the reply has only what that state lacked.
      else if (has !== undefined && generation === NO_GENERATION) opensAgain = true
      else receiveOpened(reply)
      if (opensAgain) {
        opensAgain = false
        void open()
      }
    } catch {
      isOpening = false
      disconnect()
    }
  }

  /** The reply to an earlier request may have come on another way than events will. */
  function reopen(): void {
    failures = 0
    if (isOpening) opensAgain = true
    else void open()
  }

  function receiveOpened(reply: OpenedDocument): void {
    if (isStopped) return
    const update = fromBase64(reply.update)
    const isSame = documentId === reply.documentId && generation === reply.generation
    if (!isSame && !local.canReplaceState(update)) {
      heldReply = reply
      return
    }
    // A reply may lack changes that arrived before it, but the server does not.
    if (isSame && !revisions.isOutdated(reply.revision) && local.isAheadOf(fromBase64(reply.stateVector))) {
      hasServerLost = true
      forgetState()
      void open()
      return
    }
    // Before the merge, which sends what it adds.
    ;({ documentId, generation } = reply)
    if (isSame) local.applyRemote(update)
    else local.replaceState(update, hasServerLost)
    hasServerLost = false
    revisions.receiveState(reply.revision, isSame)
    opened = reply
    isOpen = true
    isOffline = false
    failures = 0
    for (const event of earlyEvents.splice(0)) receiveEdited(event)
    watchGap()
    setTimer('compare', COMPARE_MS, () => void open())
    report()
    void send()
  }

  async function send(): Promise<void> {
    if (isSending || !isOpen || documentId === null) return
    isSending = true
    try {
      while (isOpen && local.hasPending()) await sendNext(documentId)
    } finally {
      isSending = false
      report()
    }
  }

  async function sendNext(id: string): Promise<void> {
    const update = local.takePending()
    const sentGeneration = generation
    report()
    const reply = await transport
      .edit({ documentId: id, generation, update: toBase64(update) })
      .catch(() => null)
    // The pending changes were merged into another state meanwhile.
    const isReplaced = sentGeneration !== generation
    if (!isReplaced && reply !== null && 'revision' in reply) {
      local.acknowledge(update)
      receiveRevision(reply.revision)
      return
    }
    local.putBack(update, isReplaced)
    if (isReplaced) return
    if (reply !== null && 'error' in reply && reply.error === 'mismatch') forgetState()
    if (reply === null || 'revision' in reply) disconnect()
    // The document of a new note was deleted on another device: opening creates it again.
    else fail(reply.error === 'notFound' && 'documentId' in subject ? 'replaced' : reply.error)
  }

  function receiveEdited(event: ServerEventPayload<'document:edited'>): void {
    if (!isOpen) earlyEvents.push(event)
    else if (event.documentId === documentId && event.generation !== generation) void open()
    else if (event.documentId === documentId) {
      others.receive()
      local.applyRemote(fromBase64(event.update))
      receiveRevision(event.revision)
      report()
    }
  }

  function receiveRevision(received: number): void {
    revisions.receiveUpdate(received)
    watchGap()
  }

  function watchGap(): void {
    if (revisions.hasGap()) setTimer('gap', GAP_MS, () => revisions.hasGap() && void open())
  }

  function disconnect(): void {
    isOpen = false
    isOffline = true
    earlyEvents = []
    retryLater()
    report()
  }

  void open()

  return {
    doc: local.doc,
    content: local.content,
    hold: local.hold,
    isHeld: local.isHeld,
    whenReleased: local.whenReleased,
    onDocReplaced: local.onDocReplaced,
    edit: (edits: Partial<Record<DocumentField, readonly TextEdit[]>>, origin?: unknown) => {
      applyEdits(local.doc(), edits, origin)
      report()
    },
    fillTitle(title: string): void {
      local.fillTitle(title)
      report()
    },
    status: () => status,
    /** The last reply to the opening; null before the first one. */
    opened: () => opened,
    revision: revisions.complete,
    knownContent: local.knownContent,
    receiveEdited,
    /** The user may no longer write the document. */
    receiveEnded(event: ServerEventPayload<'document:ended'>): void {
      if (event.documentId === documentId) fail('forbidden')
    },
    /** The state on the server was replaced. */
    receiveReplaced(event: ServerEventPayload<'document:replaced'>): void {
      if (event.documentId === documentId) void open()
    },
    /** The socket is connected again, or events may have been lost. */
    reopen,
    disconnect,
    /**
     * Resolves once the server has what this tab has changed until now, with the content there, which may have changes that the editor
     * does not show yet. Rejects with CallFailed if the server does not accept them.
     */
    flush(): Promise<FlushedDocument> {
      const flushed = flushes.add(local.lastChange())
      settleFlushes()
      if (!isOpen) void open()
      return flushed
    },
    whenOthersPause: others.whenPaused,
    /** Whether the server lacks changes of this tab. */
    hasUnsent: local.hasUnsent,
    replica: (): DocumentReplica | null =>
      documentId === null ? null : { documentId, generation, ...local.stored() },
    stop(): void {
      isStopped = true
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
