import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { noteKeys, noteQuery } from '#client/features/notes/notes.queries.ts'
import { topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isNotFound, isPassing } from '#client/platform/calls/callFailed.ts'
import { answeredSoon } from '#client/platform/calls/inTime.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, type NotePage, type NoteView } from '#protocol/notes.ts'
import { getTopics } from '#protocol/topics.ts'
import {
  type Draft,
  type DraftSubject,
  dropDraft,
  findLeftDraft,
  findUnfinishedDrafts,
  hasDraft,
  isUnkept,
  keepDraft,
  type LeftDraft,
} from './drafts/note.drafts.ts'
import { leftSaveOfDraft, leftSavesOf } from './drafts/note.leaving.ts'
import { isSameContent, type NoteContent } from './saving/note.content.ts'
import { type EditorState, newEditorState, type OtherVersion, withAttempt } from './saving/note.editor.ts'
import { messageOfSaveFailure } from './saving/note.saveFailure.ts'

/** With what an editor begins. */
export interface EditorStart {
  /** What the server has. */
  state: EditorState
  /** Written here before, and not what the server has. */
  draft: Draft | null
  /** Drafts of other new notes under the topic, newest first. The editor offers them and stays empty. */
  unfinished: readonly LeftDraft[]
  /** The draft in the address is open in another tab. */
  isDraftInOtherTab: boolean
}

/**
 * `notMine`: the note can be read, and only its author writes on it. `movedTo`: it is gone, and what was written on it
 * waits here to become another one.
 */
type EditorStartAnswer = EditorStart | 'notMine' | { movedTo: { topicNo: number; requestKey: string } }

/**
 * Loads what is to be edited together with its draft. Asked once for each opening of the editor; while it is open
 * `useRemoteChanges` offers what was saved elsewhere: what is being written must not be replaced under the writer's hands.
 */
export const editorStartQuery = (subject: DraftSubject) =>
  queryOptions({
    queryKey: ['editorStart', subject],
    queryFn: ({ signal, client }): Promise<EditorStartAnswer> =>
      'noteNo' in subject ? startOfNote(subject, client, signal) : startOfNewNote(subject, client),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

async function startOfNewNote(
  subject: DraftSubject & { topicNo: number },
  cache: QueryClient,
): Promise<EditorStart> {
  const { userNo, topicNo, requestKey } = subject
  if (requestKey !== undefined) await leftSaveOfDraft(requestKey)
  const named = requestKey === undefined ? undefined : await findLeftDraft(subject)
  const unfinished = named === undefined ? await findUnfinishedDrafts(userNo, topicNo) : []
  const listed = cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })
  const title = listed.find(([, page]) => page !== undefined)?.[1]?.subjectTitle
  if (title !== undefined) cache.setQueryData(topicTitleQuery(topicNo).queryKey, title)
  // What is written already is shown wherever it was to go.
  else if (named === undefined && unfinished.length === 0) await throwIfGone(topicNo, cache)
  return {
    state: newEditorState({ topicNo, requestKey: makeRequestKey() }),
    draft: named ?? null,
    unfinished,
    isDraftInOtherTab: requestKey !== undefined && named === undefined && (await hasDraft(subject)),
  }
}

/** Under a topic that is not there nothing can be saved. Without an answer the editor opens all the same. */
async function throwIfGone(topicNo: number, cache: QueryClient): Promise<void> {
  try {
    await answeredSoon(cache.fetchQuery(topicTitleQuery(topicNo)))
  } catch (error) {
    if (isNotFound(error)) throw error
  }
}

type NoteSubject = DraftSubject & { noteNo: number }

async function startOfNote(
  subject: NoteSubject,
  cache: QueryClient,
  signal: AbortSignal,
): Promise<EditorStartAnswer> {
  await leftSavesOf(subject.noteNo)
  const asked = callApi(getNote, { noteNo: subject.noteNo }, { signal }).catch(asFailure)
  const [soon, draft] = await Promise.all([answeredSoon(asked).catch(asFailure), findDraftOfNote(subject)])
  const isUnanswered = soon instanceof Failure && isPassing(soon.reason)
  const known = isUnanswered ? knownHere(subject.noteNo, draft, cache) : null
  if (known !== null) return startWith(known, draft)
  const answer = isUnanswered ? await asked : soon
  if (answer instanceof Failure) {
    const movedTo = draft && isNotFound(answer.reason) ? await moveToNewNote(subject, draft, signal) : null
    if (movedTo !== null) return { movedTo }
    throw answer.reason
  }
  if (answer.subjectNo === null) return 'notMine'
  cache.setQueryData(topicTitleQuery(answer.subjectNo).queryKey, answer.subjectTitle)
  const state = stateOf(answer, answer.subjectNo)
  if (draft === undefined || !isSameContent(draft, state.saved)) return startWith(state, draft)
  // The server got it after all; its answer only came when the editor was closed.
  await dropDraft({ ...subject, requestKey: draft.requestKey })
  // Another tab that died may have left one, too.
  const other = await findDraftOfNote(subject)
  return startWith(state, other && !isSameContent(other, state.saved) ? other : undefined)
}

/** A reloaded tab continues its own draft, even if another tab left a newer one on the same note. */
async function findDraftOfNote({ userNo, noteNo, requestKey }: NoteSubject): Promise<Draft | undefined> {
  const own = requestKey === undefined ? undefined : await findLeftDraft({ userNo, noteNo, requestKey })
  return own ?? findLeftDraft({ userNo, noteNo })
}

function startWith(state: EditorState, draft: Draft | undefined): EditorStart {
  return { state, draft: draft ?? null, unfinished: [], isDraftInOtherTab: false }
}

/** What this device knows of a note when the server cannot be asked. A change made elsewhere becomes a conflict when it is saved. */
function knownHere(noteNo: number, draft: Draft | undefined, cache: QueryClient): EditorState | null {
  const read = cache.getQueryData(noteQuery(noteNo).queryKey)
  if (read && read.subjectNo !== null) return stateOf(read, read.subjectNo)
  if (draft?.topicNo === undefined) return null
  const { version, topicNo, base } = draft
  const saved = base && { writing: base, saved: base, savedVersion: version }
  return newEditorState({ noteNo, topicNo, requestKey: makeRequestKey(), version, ...saved })
}

class Failure {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

const asFailure = (reason: unknown) => new Failure(reason)

function stateOf(note: NoteView, topicNo: number): EditorState {
  const saved = { title: note.title, text: decodeText(note.text) }
  return newEditorState({
    noteNo: note.noteNo,
    topicNo,
    requestKey: makeRequestKey(),
    version: note.version,
    writing: saved,
    saved,
    savedVersion: note.version,
    savedAt: Date.parse(note.lastUpdate),
  })
}

/** Keeps a gone note's draft as that of a new note, under its topic or the newest one. Null when there is no topic. */
async function moveToNewNote({ userNo, noteNo }: NoteSubject, draft: Draft, signal: AbortSignal) {
  const topicNo = draft.topicNo ?? (await newestTopic(signal))
  if (topicNo === undefined) return null
  // Under its old key the server would answer with the note that is gone.
  const requestKey = makeRequestKey()
  const { title, text, keptAt } = draft
  const moved = { title, text, keptAt, topicNo, requestKey, version: 0, isOfGoneNote: true }
  const isKept = await keepDraft({ userNo, topicNo, requestKey }, moved)
  const left = { userNo, noteNo, requestKey: draft.requestKey }
  // What the device has is not given up for what only this page holds.
  if (isKept || isUnkept(left)) await dropDraft(left)
  return { topicNo, requestKey }
}

async function newestTopic(signal: AbortSignal): Promise<number | undefined> {
  const { subjects } = await callApi(getTopics, { itemsPerPage: 1 }, { signal })
  return subjects[0]?.subjectNo
}

/**
 * Goes on with the draft: on its own version, so that a change made elsewhere since then becomes a conflict. What it was written
 * on is none, also where it came back from the trash as another version.
 */
export function withDraft({ state, ...start }: EditorStart, draft: Draft): EditorStart {
  const { title, text, base, requestKey, keptAt, trouble: saveFailure } = draft
  const { isOfGoneNote = false, isOfLink = false } = draft
  const isBaseThere = base !== undefined && state.savedVersion > 0 && isSameContent(base, state.saved)
  const version = isBaseThere ? state.savedVersion : draft.version
  const theirs = saveFailure?.kind === 'conflict' ? otherVersion(state, version) : null
  return {
    state: {
      ...state,
      writing: { title, text },
      version,
      requestKey,
      keepsEarlier: draft.keepsEarlier ?? false,
      unanswered: unansweredOf(draft),
      askedAt: draft.askedAt ?? null,
      conflict: theirs,
      offered: theirs ? null : { keptAt, isOfGoneNote, isOfLink },
      message: saveFailure ? messageOfSaveFailure(saveFailure) : null,
    },
    ...start,
    draft,
  }
}

/** What the server has, if that is not what the draft was written on. */
function otherVersion({ saved, savedAt, version }: EditorState, draftVersion: number): OtherVersion | null {
  if (savedAt === null || version === draftVersion) return null
  return { ...saved, version, lastUpdate: new Date(savedAt).toISOString() }
}

/** Drafts of earlier releases do not tell, and of one that is to be sent this very writing may be on its way. */
function unansweredOf({ title, text, askedAt, unanswered, isOfGoneNote }: Draft): readonly NoteContent[] {
  if (isOfGoneNote) return []
  const canBeSent = unanswered === undefined || askedAt !== undefined
  return canBeSent ? withAttempt(unanswered ?? [], { title, text }) : unanswered
}
