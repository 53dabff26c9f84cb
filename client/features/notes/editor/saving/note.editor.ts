import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { isSameContent, type NoteContent } from './note.content.ts'

/** What the editor knows, and how that changes: pure, so every path can be tested without a screen. */

/** Another version of the note, which somebody saved meanwhile. */
export interface OtherVersion extends NoteContent {
  version: number
  /** ISO 8601. */
  lastUpdate: string
}

/** The last thing that the status line has to tell. Times are milliseconds since 1970. */
export type EditorMessage =
  | { kind: 'saved' | 'autosaved'; at: number }
  | { kind: 'autosaveOn' | 'autosaveOff' }
  | { kind: 'copied'; title: string }
  | { kind: 'failed'; error: unknown; how: SaveReason }

/** A draft whose text is shown already: it is decided by writing on, by saving, or by throwing it away. */
export interface OfferedDraft {
  /** Milliseconds since 1970. */
  keptAt: number
  /** The note on which it was written is gone: saving makes another one. */
  isOfGoneNote: boolean
  /** Its writer has not seen it before: another app, or whoever made a link, has sent it. */
  isOfLink: boolean
}

export interface EditorState {
  /** Null until the first save has made the note. */
  noteNo: number | null
  /** Where the first save puts the note, and where its list is. */
  topicNo: number
  /** Makes a repeated first save one note; kept with the draft, so a reload does not make two either. */
  requestKey: string
  /** The version that the writing builds on; 0 before the first save. */
  version: number
  writing: NoteContent
  /** What the server has. */
  saved: NoteContent
  /** The version that it is: a later one than `version` where a draft was written on an earlier one; 0 while that is not known. */
  savedVersion: number
  /** When it got it; null before the first save. */
  savedAt: number | null
  isSaving: boolean
  isAutosaving: boolean
  /** A save was tried with a title or text that cannot be saved: now the fields say why. */
  showsErrors: boolean
  /** While it stands nothing is saved: the writer decides first. */
  conflict: OtherVersion | null
  /** What was saved elsewhere while this was open; of interest while it is newer. */
  newer: OtherVersion | null
  /** The next save leaves what the server has now in the history, however new that is. */
  keepsEarlier: boolean
  /** What was sent on this version, the last first, and perhaps saved: no answer came. */
  unanswered: readonly NoteContent[]
  /** When the saving of what the server still does not have was asked for first, in milliseconds since 1970; null: it was not. */
  askedAt: number | null
  /** Not yet decided; nothing is saved by the clock meanwhile. */
  offered: OfferedDraft | null
  /** Whether this device keeps drafts; some browsers keep nothing in private windows, and a full one has no room. */
  keepsDrafts: boolean
  message: EditorMessage | null
}

export type EditorAction =
  | { type: 'typed'; change: Partial<NoteContent> }
  | { type: 'flawFound' }
  | { type: 'asked'; at: number }
  | { type: 'sent'; writing: NoteContent }
  | { type: 'saved'; how: SaveReason; noteNo: number; version: number; writing: NoteContent; at: number }
  | { type: 'alreadySaved' }
  | { type: 'failed'; error: unknown; how: SaveReason }
  | { type: 'startedAnew'; requestKey: string }
  | { type: 'topicChosen'; topicNo: number }
  | { type: 'draftAccepted' }
  | { type: 'draftKept'; isKept: boolean }
  | { type: 'conflicted'; noteNo: number; theirs: OtherVersion }
  | { type: 'restored'; writing: NoteContent }
  | { type: 'keptMine' }
  | { type: 'keptBoth'; writing: NoteContent }
  | { type: 'copying' }
  | { type: 'copied'; title: string }
  | { type: 'tookTheirs' }
  | { type: 'foundNewer'; theirs: OtherVersion }
  | { type: 'tookNewer' }
  | { type: 'cameBack' }
  | { type: 'autosaveSwitched'; on: boolean }

/** A save that the writer asked for, or one that the clock did. */
export type SaveReason = 'manual' | 'auto'

const nothingWritten: NoteContent = { title: '', text: '' }

export function newEditorState(start: Partial<EditorState> = {}): EditorState {
  return {
    noteNo: null,
    topicNo: 0,
    requestKey: '',
    version: 0,
    writing: nothingWritten,
    saved: nothingWritten,
    savedVersion: 0,
    savedAt: null,
    isSaving: false,
    isAutosaving: false,
    showsErrors: false,
    conflict: null,
    newer: null,
    keepsEarlier: false,
    unanswered: [],
    askedAt: null,
    offered: null,
    keepsDrafts: true,
    message: null,
    ...start,
  }
}

export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case 'typed':
      return { ...state, writing: { ...state.writing, ...action.change }, offered: null }
    case 'flawFound':
      return { ...state, showsErrors: true }
    case 'asked':
      return {
        ...state,
        isSaving: true,
        showsErrors: false,
        offered: null,
        askedAt: state.askedAt ?? action.at,
      }
    case 'sent':
      return { ...state, unanswered: withAttempt(state.unanswered, action.writing) }
    case 'saved':
      return {
        ...state,
        isSaving: false,
        noteNo: action.noteNo,
        version: action.version,
        saved: action.writing,
        savedVersion: action.version,
        savedAt: action.at,
        keepsEarlier: false,
        unanswered: [],
        askedAt: null,
        message: { kind: action.how === 'auto' ? 'autosaved' : 'saved', at: action.at },
      }
    case 'alreadySaved':
      if (state.savedAt === null || isGone(state)) return state
      return { ...state, message: { kind: 'saved', at: state.savedAt } }
    case 'failed':
      return { ...state, isSaving: false, message: { kind: 'failed', error: action.error, how: action.how } }
    case 'startedAnew':
      return { ...newEditorState(kept(state)), requestKey: action.requestKey }
    case 'topicChosen':
      return { ...state, topicNo: action.topicNo, message: null }
    case 'draftAccepted':
      return { ...state, offered: null }
    case 'draftKept':
      return { ...state, keepsDrafts: action.isKept }
    case 'conflicted':
      return {
        ...state,
        isSaving: false,
        noteNo: action.noteNo,
        // Of a new note an earlier attempt has arrived.
        version: Math.max(state.version, FIRST_VERSION),
        conflict: action.theirs,
        unanswered: [],
        message: null,
      }
    case 'restored':
      return { ...state, writing: action.writing, keepsEarlier: true }
    case 'keptMine':
      return state.conflict === null ? state : over(state, state.conflict, state.writing)
    case 'keptBoth':
      return state.conflict === null ? state : over(state, state.conflict, action.writing)
    case 'tookTheirs':
      return state.conflict === null ? state : take(state, state.conflict)
    case 'foundNewer':
      return found(state, action.theirs)
    case 'tookNewer':
      return state.newer !== null && isOutdated(state) ? take(state, state.newer) : state
    case 'cameBack':
      return { ...state, message: null }
    case 'copying':
      return { ...state, isSaving: true, showsErrors: false }
    case 'copied':
      return { ...state, isSaving: false, message: { kind: 'copied', title: action.title } }
    case 'autosaveSwitched':
      return {
        ...state,
        isAutosaving: action.on,
        message: isGone(state) ? state.message : { kind: action.on ? 'autosaveOn' : 'autosaveOff' },
      }
  }
}

/** The version that a first save makes. */
export const FIRST_VERSION = 1

/** With more, an answer is lost so often that the conflict may as well be shown. */
const UNANSWERED_MAX = 10

/** Each writing once, with one more that is on its way. */
export function withAttempt(
  unanswered: readonly NoteContent[],
  writing: NoteContent,
): readonly NoteContent[] {
  if (unanswered[0] && isSameContent(unanswered[0], writing)) return unanswered
  return [writing, ...unanswered].slice(0, UNANSWERED_MAX)
}

/** What stays when the note is gone and its text becomes another one. */
function kept({ topicNo, writing, isAutosaving, keepsDrafts }: EditorState): Partial<EditorState> {
  return { topicNo, writing, isAutosaving, keepsDrafts }
}

/** What is to be saved over the other version, which stays in the history. */
function over(state: EditorState, { version, title, text }: OtherVersion, writing: NoteContent): EditorState {
  const saved = { title, text }
  return { ...state, version, saved, savedVersion: version, writing, conflict: null, keepsEarlier: true }
}

/** A version of what was written on is no news: what comes from the trash is one. */
function found(state: EditorState, theirs: OtherVersion): EditorState {
  const there = { ...state, newer: theirs }
  const base = baseOf(state)
  const isBaseAgain = base !== null && isSameContent(base, theirs) && theirs.version > state.version
  if (!isBaseAgain || state.isSaving) return there
  return { ...there, version: theirs.version, savedVersion: theirs.version }
}

/** What the note was on the version that the writing builds on; null where that is not known. */
export function baseOf({ saved, savedVersion, version }: EditorState): NoteContent | null {
  return savedVersion === version && version > 0 ? saved : null
}

/** What is shown was saved, and something else since: nothing of one's own would be replaced by it. */
export function isOutdated(state: EditorState): boolean {
  return isBehind(state) && !isDirty(state) && !state.isSaving && !isGone(state)
}

/** What it was to be saved on is not there any more: that stays said whatever else is done. */
export function isGone({ message }: EditorState): boolean {
  return (
    message?.kind === 'failed' && message.error instanceof CallFailed && message.error.code === 'notFound'
  )
}

/** Something else was saved since. */
export function isBehind({ newer, version }: EditorState): boolean {
  return newer !== null && newer.version > version
}

function take(state: EditorState, { title, text, version, lastUpdate }: OtherVersion): EditorState {
  const writing = { title, text }
  return {
    ...state,
    version,
    writing,
    saved: writing,
    savedVersion: version,
    savedAt: Date.parse(lastUpdate),
    askedAt: null,
    showsErrors: false,
    conflict: null,
    message: isGone(state) ? state.message : null,
  }
}

/** Whether something is written that the server does not have. */
export function isDirty(state: EditorState): boolean {
  return !isSameContent(state.writing, state.saved)
}
