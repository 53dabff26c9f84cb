import { withTimeout } from '#client/platform/browser/timers.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import type { DocumentContent, DocumentField, TextEdit } from '#protocol/document/content.ts'
import { diffText } from '#protocol/document/merge.ts'
import type { OpenedDocument } from '#protocol/documents.ts'
import type { ClientEventPayload, ServerEventPayload } from '#protocol/events.ts'
import { createDocumentSync, type DocumentSync, type DocumentTransport } from './documentSync.ts'
import {
  createReplica,
  hasToBeStored,
  type NoteDocumentStart,
  type NoteDocumentState,
} from './noteDocument.state.ts'
import type { StoredDocument } from './storedDocument.ts'
import { isUnsaved, toSaveFailure } from './unsaved.ts'

interface SaveInput extends DocumentContent {
  documentRevision: number
  /** Keeps the saved text in the history, even if it is recent. */
  keepEarlier?: boolean
}

interface NoteDocumentOptions {
  userNo: number
  copyId: string
  start: NoteDocumentStart
  /** The copy that this device has stored; null if the device knows only the saved note. */
  copy: Pick<StoredDocument, 'replica' | 'content'> | null
  transport: DocumentTransport
  post: (input: SaveInput & { topicNo: number; requestKey: string }) => Promise<{ noteNo: number }>
  update: (input: SaveInput & { noteNo: number }) => Promise<unknown>
  /** Saves a document of another author. */
  saveTogether: (documentId: string) => Promise<unknown>
  /** Uploads the pictures of a text and returns the text with their addresses. */
  uploadPictures: (text: string) => Promise<string>
  /** Stores or, for null, deletes the copy of this device. Returns whether the device did. */
  store: (copyId: string, stored: StoredDocument | null) => Promise<boolean>
  /** Milliseconds since 1970. */
  now: () => number
}

export type NoteDocument = ReturnType<typeof createNoteDocument>

/** Longest delay between a change and the copy on this device, in milliseconds. */
const STORE_MS = 700
/** How long a save waits until the server has the document, in milliseconds. */
const FLUSH_MS = 10_000
/** The same without a connection, which may be back in a moment. */
const OFFLINE_FLUSH_MS = 1_500

/** The save is repeated once the connection is back. */
const offline = () => new CallFailed({ code: 'unavailable', status: 503 })

/** The document of one note, in an editor or sent in the background: synchronized, stored on this device, and saved on request. */
export function createNoteDocument(options: NoteDocumentOptions) {
  const { userNo, copyId, start, transport, post, update, saveTogether, uploadPictures, store, now } = options
  const listeners = new Set<() => void>()
  let isAbandoned = false
  let storeTimer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<boolean> | null = null
  /** Until the server has answered, a document without a replica has the saved text. What is typed until then is merged by its text. */
  const replica = options.copy?.replica ?? createReplica(start, options.copy?.content ?? start.savedContent)
  const subject: ClientEventPayload<'document:open'>['subject'] =
    start.noteNo === null
      ? { documentId: start.documentId, topicNo: start.topicNo }
      : { noteNo: start.noteNo }

  let state: NoteDocumentState = {
    saveRequestedAt: null,
    mayBePosted: false,
    isForeign: false,
    isGuest: false,
    isTogether: false,
    isGone: false,
    ...start,
    content: start.savedContent,
    status: { kind: 'opening' },
    isSaving: false,
    isUnsent: false,
    saveError: null,
    canStore: true,
  }
  let resolveAcceptance = () => {}
  const acceptance = start.isForeign ? new Promise<void>(resolve => (resolveAcceptance = resolve)) : null
  /** Replies whose saved note is not used. */
  const outdated = new WeakSet<object>()
  const sync: DocumentSync = createDocumentSync({
    subject,
    replica,
    transport: {
      ...transport,
      async open(request) {
        await acceptance
        const { savedContent } = state
        const reply = await transport.open(request)
        // A save that has ended meanwhile may be newer.
        if (state.savedContent !== savedContent) outdated.add(reply)
        return reply
      },
    },
    onChange: readSync,
  })
  state = { ...state, content: sync.content() }

  function change(part: Partial<NoteDocumentState>): void {
    const before = state
    state = { ...state, ...part }
    if (hasToBeStored(before, state)) storeTimer ??= setTimeout(() => void storeNow(), STORE_MS)
    for (const listener of listeners) listener()
  }

  function readSync(): void {
    const opened = sync.opened()
    const content = sync.content()
    if (content.title !== state.content.title || content.text !== state.content.text) accept()
    change({ status: sync.status(), content, isUnsent: sync.hasUnsent(), ...(opened && savedIn(opened)) })
  }

  function accept(): void {
    if (state.isForeign) change({ isForeign: false })
    resolveAcceptance()
  }

  /** The saved note when the document was opened; later saves have changed the state since. */
  let lastOpened: OpenedDocument | null = null
  function savedIn(opened: OpenedDocument): Partial<NoteDocumentState> {
    if (opened === lastOpened) return {}
    lastOpened = opened
    const { documentId, noteNo, note, isTogether } = opened
    if (note === null)
      return { documentId, noteNo: noteNo ?? state.noteNo, isTogether, isGone: noteNo !== null }
    const { title, text, lastUpdate, topicNo } = note
    return {
      ...{ documentId, noteNo, isTogether, isGone: false },
      ...{ topicNo: topicNo ?? state.topicNo, isGuest: topicNo === null },
      ...(!outdated.has(opened) && { savedContent: { title, text }, savedAt: Date.parse(lastUpdate) }),
    }
  }

  /** Stores the copy while there is something that the saved note lacks. Returns whether the device could. */
  async function storeNow(): Promise<boolean> {
    clearTimeout(storeTimer)
    storeTimer = undefined
    const known = sync.replica()
    const isNeeded =
      !isAbandoned &&
      known !== null &&
      (isUnsaved(state) || known.pending !== null || state.saveRequestedAt !== null)
    const { documentId, noteNo, topicNo, content, savedContent, saveError } = state
    const { saveRequestedAt, mayBePosted, isForeign, isGuest } = state
    const stored = isNeeded
      ? {
          ...{
            copyId,
            userNo,
            documentId,
            noteNo,
            topicNo,
            content,
            savedContent,
            saveRequestedAt,
            mayBePosted,
            isForeign,
            isGuest,
          },
          replica: known,
          saveFailure: toSaveFailure(saveError, noteNo),
          keptAt: now(),
        }
      : null
    const isStored = await store(copyId, stored)
    if (isStored !== state.canStore) change({ canStore: isStored })
    return isStored
  }

  /** Returns whether the content at call time is saved. Never throws; the state holds the failure. */
  async function save(keepsEarlier = false): Promise<boolean> {
    // Several callers may wait here; the loop lets one continue at a time.
    while (saving !== null) await saving
    if (state.noteNo !== null && !isUnsaved(state)) {
      // The reply to the last attempt was lost.
      if (state.saveRequestedAt !== null)
        change({ saveRequestedAt: null, mayBePosted: false, saveError: null })
      return true
    }
    accept()
    saving = send(keepsEarlier).finally(() => {
      saving = null
    })
    return saving
  }

  async function send(keepsEarlier: boolean): Promise<boolean> {
    change({ isSaving: true, saveRequestedAt: state.saveRequestedAt ?? now(), saveError: null })
    // The user may close the page now.
    await storeNow()
    try {
      await replacePictures()
      const limit = sync.status().kind === 'offline' ? OFFLINE_FLUSH_MS : FLUSH_MS
      const { revision, content } = await withTimeout(sync.flush(), limit, offline)
      const noteNo = await saveContent({
        ...content,
        documentRevision: Math.max(1, revision),
        ...(keepsEarlier && { keepEarlier: true }),
      })
      const wasPosted = state.noteNo === null
      change({
        isSaving: false,
        noteNo,
        savedContent: content,
        savedAt: now(),
        saveRequestedAt: null,
        mayBePosted: false,
      })
      if (wasPosted || !isUnsaved(state)) await storeNow()
      return true
    } catch (error) {
      change({ isSaving: false, saveError: error })
      await storeNow()
      return false
    }
  }

  /** Repeats until the text has not changed during the uploads. */
  async function replacePictures(): Promise<void> {
    for (;;) {
      const { text } = state.content
      const uploaded = await uploadPictures(text)
      if (uploaded === text) return
      // The change would break the syllable that is being composed.
      if (sync.isHeld()) await sync.whenReleased()
      else if (state.content.text === text) edit({ text: diffText(text, uploaded) })
    }
  }

  async function saveContent(content: SaveInput): Promise<number> {
    const { noteNo, topicNo, documentId, mayBePosted, isGuest } = state
    if (noteNo !== null) {
      await (isGuest ? saveTogether(documentId) : update({ noteNo, ...content }))
      return noteNo
    }
    change({ mayBePosted: true })
    const created = await post({ topicNo, requestKey: documentId, ...content })
    // An earlier attempt, whose reply was lost, may have created the note with another text.
    if (mayBePosted) await update({ noteNo: created.noteNo, ...content })
    return created.noteNo
  }

  function edit(edits: Partial<Record<DocumentField, readonly TextEdit[]>>, origin?: unknown): void {
    sync.edit(edits, origin)
  }

  return {
    copyId,
    sync,
    edit,
    save,
    /** Throws if a picture cannot be uploaded. */
    uploadPictures: replacePictures,
    storeNow,
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The server has saved the document at this revision. Later changes will be saved as well. */
    receiveTogetherSaved(savedRevision: number): void {
      if (sync.revision() === savedRevision) change({ savedContent: sync.knownContent(), savedAt: now() })
    },
    moveTo: (topicNo: number) => change({ topicNo }),
    /** The note was saved elsewhere. */
    receiveSaved(note: DocumentContent & { lastUpdate: string }): void {
      const { title, text, lastUpdate } = note
      change({ savedContent: { title, text }, savedAt: Date.parse(lastUpdate), isGone: false })
    },
    receiveEdited: (event: ServerEventPayload<'document:edited'>) => sync.receiveEdited(event),
    /** The text is stored elsewhere now: deletes the copy of this device. */
    async abandon(): Promise<void> {
      isAbandoned = true
      await storeNow()
    },
    /** Resolves when no save is under way and this device has stored the copy, if one is needed. */
    async close(): Promise<void> {
      // The user may return while a save waits for the server.
      if (saving !== null) await Promise.all([storeNow(), saving])
      await storeNow()
      sync.stop()
    },
  }
}
