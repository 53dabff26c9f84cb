import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { isSameContent, type NoteContent } from './note.content.ts'

/** A version of the note that was saved elsewhere. */
export interface OtherVersion extends NoteContent {
  version: number
  /** ISO 8601. */
  lastUpdate: string
}

/** Message of the status line. Times are milliseconds since 1970. */
export type EditorMessage =
  | { kind: 'saved' | 'autosaved'; at: number }
  | { kind: 'autosaveOn' | 'autosaveOff' }
  | { kind: 'copied'; title: string }
  | { kind: 'failed'; error: unknown; reason: SaveReason }

/** A restored draft that the editor shows already. Typing or saving accepts it; a banner offers to discard it. */
export interface OfferedDraft {
  /** Milliseconds since 1970. */
  keptAt: number
  /** The note of the draft was deleted; saving creates a new note. */
  isOfGoneNote: boolean
  /** Another app or a link sent the text; the user has not seen it before. */
  isOfLink: boolean
}

export interface EditorState {
  /** Null before the first save. */
  noteNo: number | null
  topicNo: number
  /** Makes the first save idempotent. Stored with the draft, so that it survives a reload. */
  requestKey: string
  /** The version on which `content` is based; 0 before the first save. */
  version: number
  content: NoteContent
  /** The content on the server. */
  savedContent: NoteContent
  /** The version of `savedContent`; newer than `version` if a draft is based on an older version, 0 if unknown. */
  savedVersion: number
  /** Null before the first save. */
  savedAt: number | null
  isSaving: boolean
  isAutosaving: boolean
  /** A save failed validation, so the fields show their errors. */
  showsErrors: boolean
  /** Blocks saving until the user decides. */
  conflict: OtherVersion | null
  /** The last version that was saved elsewhere while the editor was open. May be older than `version` by now. */
  newerVersion: OtherVersion | null
  /** The next save keeps the current server version in the history, even if that version is recent. */
  keepsEarlier: boolean
  /** Contents that were sent without a response, newest first. The server may have saved any of them. */
  unacknowledged: readonly NoteContent[]
  /** Time of the first save request that has not succeeded, in milliseconds since 1970; null if there is none. */
  saveRequestedAt: number | null
  /** Auto-save waits until the user has accepted or discarded the draft. */
  offeredDraft: OfferedDraft | null
  /** False if the device store rejects writes, as in some private windows or on a full disk. */
  canStoreDrafts: boolean
  message: EditorMessage | null
}

export type EditorAction =
  | { type: 'typed'; change: Partial<NoteContent> }
  | { type: 'validationFailed' }
  | { type: 'saveRequested'; at: number }
  | { type: 'saveSent'; content: NoteContent }
  | { type: 'saved'; reason: SaveReason; noteNo: number; version: number; content: NoteContent; at: number }
  | { type: 'alreadySaved' }
  | { type: 'failed'; error: unknown; reason: SaveReason }
  | { type: 'newNoteStarted'; requestKey: string }
  | { type: 'topicChosen'; topicNo: number }
  | { type: 'draftAccepted' }
  | { type: 'draftStored'; isStored: boolean }
  | { type: 'conflictFound'; noteNo: number; theirs: OtherVersion }
  | { type: 'restored'; content: NoteContent }
  | { type: 'mineChosen' }
  | { type: 'bothChosen'; content: NoteContent }
  | { type: 'copyStarted' }
  | { type: 'copied'; title: string }
  | { type: 'theirsChosen' }
  | { type: 'newerFound'; theirs: OtherVersion }
  | { type: 'newerAccepted' }
  | { type: 'noteRestored' }
  | { type: 'autosaveToggled'; on: boolean }

export type SaveReason = 'manual' | 'auto'

const emptyContent: NoteContent = { title: '', text: '' }

export function newEditorState(start: Partial<EditorState> = {}): EditorState {
  return {
    noteNo: null,
    topicNo: 0,
    requestKey: '',
    version: 0,
    content: emptyContent,
    savedContent: emptyContent,
    savedVersion: 0,
    savedAt: null,
    isSaving: false,
    isAutosaving: false,
    showsErrors: false,
    conflict: null,
    newerVersion: null,
    keepsEarlier: false,
    unacknowledged: [],
    saveRequestedAt: null,
    offeredDraft: null,
    canStoreDrafts: true,
    message: null,
    ...start,
  }
}

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'typed':
      return { ...state, content: { ...state.content, ...action.change }, offeredDraft: null }
    case 'validationFailed':
      return { ...state, showsErrors: true }
    case 'saveRequested':
      return {
        ...state,
        isSaving: true,
        showsErrors: false,
        offeredDraft: null,
        saveRequestedAt: state.saveRequestedAt ?? action.at,
      }
    case 'saveSent':
      return { ...state, unacknowledged: addAttempt(state.unacknowledged, action.content) }
    case 'saved':
      return {
        ...state,
        isSaving: false,
        noteNo: action.noteNo,
        version: action.version,
        savedContent: action.content,
        savedVersion: action.version,
        savedAt: action.at,
        keepsEarlier: false,
        unacknowledged: [],
        saveRequestedAt: null,
        message: { kind: action.reason === 'auto' ? 'autosaved' : 'saved', at: action.at },
      }
    case 'alreadySaved':
      if (state.savedAt === null || isGone(state)) return state
      return { ...state, message: { kind: 'saved', at: state.savedAt } }
    case 'failed':
      return {
        ...state,
        isSaving: false,
        message: { kind: 'failed', error: action.error, reason: action.reason },
      }
    case 'newNoteStarted':
      return { ...newEditorState(fieldsOfNewNote(state)), requestKey: action.requestKey }
    case 'topicChosen':
      return { ...state, topicNo: action.topicNo, message: null }
    case 'draftAccepted':
      return { ...state, offeredDraft: null }
    case 'draftStored':
      return { ...state, canStoreDrafts: action.isStored }
    case 'conflictFound':
      return {
        ...state,
        isSaving: false,
        noteNo: action.noteNo,
        // An earlier attempt created the note.
        version: Math.max(state.version, FIRST_VERSION),
        conflict: action.theirs,
        unacknowledged: [],
        message: null,
      }
    case 'restored':
      return { ...state, content: action.content, keepsEarlier: true }
    case 'mineChosen':
      return state.conflict === null ? state : resolveConflict(state, state.conflict, state.content)
    case 'bothChosen':
      return state.conflict === null ? state : resolveConflict(state, state.conflict, action.content)
    case 'theirsChosen':
      return state.conflict === null ? state : applyVersion(state, state.conflict)
    case 'newerFound':
      return applyNewer(state, action.theirs)
    case 'newerAccepted':
      return state.newerVersion !== null && isOutdated(state)
        ? applyVersion(state, state.newerVersion)
        : state
    case 'noteRestored':
      return { ...state, message: null }
    case 'copyStarted':
      return { ...state, isSaving: true, showsErrors: false }
    case 'copied':
      return { ...state, isSaving: false, message: { kind: 'copied', title: action.title } }
    case 'autosaveToggled':
      return {
        ...state,
        isAutosaving: action.on,
        message: isGone(state) ? state.message : { kind: action.on ? 'autosaveOn' : 'autosaveOff' },
      }
  }
}

/** The version of a new note. */
export const FIRST_VERSION = 1

/** Beyond this many lost responses the editor shows a conflict instead. */
const UNACKNOWLEDGED_MAX = 10

export function addAttempt(
  unacknowledged: readonly NoteContent[],
  content: NoteContent,
): readonly NoteContent[] {
  if (unacknowledged[0] && isSameContent(unacknowledged[0], content)) return unacknowledged
  return [content, ...unacknowledged].slice(0, UNACKNOWLEDGED_MAX)
}

/** State that a new note takes over from a deleted one. */
function fieldsOfNewNote({
  topicNo,
  content,
  isAutosaving,
  canStoreDrafts,
}: EditorState): Partial<EditorState> {
  return { topicNo, content, isAutosaving, canStoreDrafts }
}

/** Bases the content on their version, so that the next save replaces it. Their version stays in the history. */
function resolveConflict(
  state: EditorState,
  { version, title, text }: OtherVersion,
  content: NoteContent,
): EditorState {
  const savedContent = { title, text }
  return {
    ...state,
    version,
    savedContent,
    savedVersion: version,
    content,
    conflict: null,
    keepsEarlier: true,
  }
}

/** A newer version with the base content is not a remote change: restoring from the trash creates one. */
function applyNewer(state: EditorState, theirs: OtherVersion): EditorState {
  const next = { ...state, newerVersion: theirs }
  const base = baseOf(state)
  const isBaseAgain = base !== null && isSameContent(base, theirs) && theirs.version > state.version
  if (!isBaseAgain || state.isSaving) return next
  return { ...next, version: theirs.version, savedVersion: theirs.version }
}

/** Content of the note at the base version; null if unknown. */
export function baseOf({ savedContent, savedVersion, version }: EditorState): NoteContent | null {
  return savedVersion === version && version > 0 ? savedContent : null
}

/** There is a newer version and nothing unsaved, so showing the newer version loses nothing. */
export function isOutdated(state: EditorState): boolean {
  return isBehind(state) && !isDirty(state) && !state.isSaving && !isGone(state)
}

/** The note or topic was deleted. This message stays until the content is saved as a new note. */
export function isGone({ message }: EditorState): boolean {
  return (
    message?.kind === 'failed' && message.error instanceof CallFailed && message.error.code === 'notFound'
  )
}

export function isBehind({ newerVersion, version }: EditorState): boolean {
  return newerVersion !== null && newerVersion.version > version
}

function applyVersion(state: EditorState, { title, text, version, lastUpdate }: OtherVersion): EditorState {
  const content = { title, text }
  return {
    ...state,
    version,
    content,
    savedContent: content,
    savedVersion: version,
    savedAt: Date.parse(lastUpdate),
    saveRequestedAt: null,
    showsErrors: false,
    conflict: null,
    message: isGone(state) ? state.message : null,
  }
}

export function isDirty(state: EditorState): boolean {
  return !isSameContent(state.content, state.savedContent)
}
