import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { noteKeys, noteQuery } from '#client/features/notes/notes.queries.ts'
import {
  addAttempt,
  type EditorState,
  newEditorState,
  type OtherVersion,
} from '#client/features/notes/sync/editor.reducer.ts'
import { isSameContent, type NoteContent } from '#client/features/notes/sync/note.content.ts'
import {
  type Draft,
  type DraftSubject,
  deleteDraft,
  findUnfinishedDrafts,
  findUnlockedDraft,
  hasDraft,
  isOnlyInMemory,
  saveDraft,
  type UnlockedDraft,
} from '#client/features/notes/sync/note.drafts.ts'
import { waitForSaveOfDraft, waitForSavesOf } from '#client/features/notes/sync/note.pendingSaves.ts'
import { toEditorMessage } from '#client/features/notes/sync/note.saveFailure.ts'
import { topicTitleQuery } from '#client/features/topics/topics.queries.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isNotFound, isTransient } from '#client/platform/calls/callFailed.ts'
import { withScreenTimeout } from '#client/platform/calls/retry.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, type NotePage, type NoteView } from '#protocol/notes.ts'
import { getTopics } from '#protocol/topics.ts'

export interface EditorStart {
  /** State of the saved note. */
  state: EditorState
  /** Unsaved draft of the note on this device. */
  draft: Draft | null
  /** Drafts of other new notes under the topic, newest first. The editor offers them but opens empty. */
  unfinished: readonly UnlockedDraft[]
  /** The draft in the URL is open in another tab. */
  isDraftInOtherTab: boolean
}

/**
 * `notMine`: the user can read the note but is not its author. `movedTo`: the note is deleted, and its draft has become the draft of a new
 * note.
 */
type EditorStartResult = EditorStart | 'notMine' | { movedTo: { topicNo: number; requestKey: string } }

/**
 * Loads a note and its draft once per opening of the editor. Never refetches, because that would replace text while the user types;
 * `useRemoteChanges` offers later versions instead.
 */
export const editorStartQuery = (subject: DraftSubject) =>
  queryOptions({
    queryKey: ['editorStart', subject],
    queryFn: ({ signal, client }): Promise<EditorStartResult> =>
      'noteNo' in subject ? startOfNote(subject, client, signal) : startOfNewNote(subject, client),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

async function startOfNewNote(
  subject: DraftSubject & { topicNo: number },
  cache: QueryClient,
): Promise<EditorStart> {
  const { userNo, topicNo, requestKey } = subject
  if (requestKey !== undefined) await waitForSaveOfDraft(requestKey)
  const namedDraft = requestKey === undefined ? undefined : await findUnlockedDraft(subject)
  const unfinished = namedDraft === undefined ? await findUnfinishedDrafts(userNo, topicNo) : []
  const listed = cache.getQueriesData<NotePage>({ queryKey: noteKeys.ofTopic(topicNo) })
  const title = listed.find(([, page]) => page !== undefined)?.[1]?.subjectTitle
  if (title !== undefined) cache.setQueryData(topicTitleQuery(topicNo).queryKey, title)
  // An existing draft opens even if its topic was deleted.
  else if (namedDraft === undefined && unfinished.length === 0) await assertTopicExists(topicNo, cache)
  return {
    state: newEditorState({ topicNo, requestKey: makeRequestKey() }),
    draft: namedDraft ?? null,
    unfinished,
    isDraftInOtherTab: requestKey !== undefined && namedDraft === undefined && (await hasDraft(subject)),
  }
}

/** Throws if the topic was deleted. Any other failure is ignored, so that the editor opens offline. */
async function assertTopicExists(topicNo: number, cache: QueryClient): Promise<void> {
  try {
    await withScreenTimeout(cache.fetchQuery(topicTitleQuery(topicNo)))
  } catch (error) {
    if (isNotFound(error)) throw error
  }
}

type NoteSubject = DraftSubject & { noteNo: number }

async function startOfNote(
  subject: NoteSubject,
  cache: QueryClient,
  signal: AbortSignal,
): Promise<EditorStartResult> {
  await waitForSavesOf(subject.noteNo)
  const request = callApi(getNote, { noteNo: subject.noteNo }, { signal }).catch(toFailure)
  const [early, draft] = await Promise.all([
    withScreenTimeout(request).catch(toFailure),
    findDraftOfNote(subject),
  ])
  const isOffline = early instanceof Failure && isTransient(early.reason)
  const cached = isOffline ? cachedState(subject.noteNo, draft, cache) : null
  if (cached !== null) return startWith(cached, draft)
  const response = isOffline ? await request : early
  if (response instanceof Failure) {
    const movedTo = draft && isNotFound(response.reason) ? await moveToNewNote(subject, draft, signal) : null
    if (movedTo !== null) return { movedTo }
    throw response.reason
  }
  if (response.subjectNo === null) return 'notMine'
  cache.setQueryData(topicTitleQuery(response.subjectNo).queryKey, response.subjectTitle)
  const state = stateOf(response, response.subjectNo)
  if (draft === undefined || !isSameContent(draft, state.savedContent)) return startWith(state, draft)
  // The draft was saved, but the response came after the editor had closed.
  await deleteDraft({ ...subject, requestKey: draft.requestKey })
  // A closed tab may have stored another draft of the same note.
  const other = await findDraftOfNote(subject)
  return startWith(state, other && !isSameContent(other, state.savedContent) ? other : undefined)
}

/** A reloaded tab continues its own draft, even if another tab stored a newer one. */
async function findDraftOfNote({ userNo, noteNo, requestKey }: NoteSubject): Promise<Draft | undefined> {
  const own = requestKey === undefined ? undefined : await findUnlockedDraft({ userNo, noteNo, requestKey })
  return own ?? findUnlockedDraft({ userNo, noteNo })
}

function startWith(state: EditorState, draft: Draft | undefined): EditorStart {
  return { state, draft: draft ?? null, unfinished: [], isDraftInOtherTab: false }
}

/** State from the query cache or the draft, for offline use. If the note has changed on the server, saving detects a conflict. */
function cachedState(noteNo: number, draft: Draft | undefined, cache: QueryClient): EditorState | null {
  const note = cache.getQueryData(noteQuery(noteNo).queryKey)
  if (note && note.subjectNo !== null) return stateOf(note, note.subjectNo)
  if (draft?.topicNo === undefined) return null
  const { version, topicNo, base } = draft
  const fromDraft = base && { content: base, savedContent: base, savedVersion: version }
  return newEditorState({ noteNo, topicNo, requestKey: makeRequestKey(), version, ...fromDraft })
}

class Failure {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

const toFailure = (reason: unknown) => new Failure(reason)

function stateOf(note: NoteView, topicNo: number): EditorState {
  const savedContent = { title: note.title, text: decodeText(note.text) }
  return newEditorState({
    noteNo: note.noteNo,
    topicNo,
    requestKey: makeRequestKey(),
    version: note.version,
    content: savedContent,
    savedContent,
    savedVersion: note.version,
    savedAt: Date.parse(note.lastUpdate),
  })
}

/** Stores the draft of a deleted note as the draft of a new note, under its topic or the newest topic. Null if there is no topic. */
async function moveToNewNote({ userNo, noteNo }: NoteSubject, draft: Draft, signal: AbortSignal) {
  const topicNo = draft.topicNo ?? (await findNewestTopic(signal))
  if (topicNo === undefined) return null
  // With the old key the server would return the deleted note.
  const requestKey = makeRequestKey()
  const { title, text, keptAt } = draft
  const moved = { title, text, keptAt, topicNo, requestKey, version: 0, isOfGoneNote: true }
  const isStored = await saveDraft({ userNo, topicNo, requestKey }, moved)
  const old = { userNo, noteNo, requestKey: draft.requestKey }
  // Do not delete the stored draft if the new draft is only in memory.
  if (isStored || isOnlyInMemory(old)) await deleteDraft(old)
  return { topicNo, requestKey }
}

async function findNewestTopic(signal: AbortSignal): Promise<number | undefined> {
  const { subjects } = await callApi(getTopics, { itemsPerPage: 1 }, { signal })
  return subjects[0]?.subjectNo
}

/**
 * Applies a draft to the editor state. The draft keeps its base version, so that saving detects changes made elsewhere. If the server has
 * the base text under a newer version, as after a restore from the trash, the draft moves to that version.
 */
export function withDraft({ state, ...start }: EditorStart, draft: Draft): EditorStart {
  const { title, text, base, requestKey, keptAt, trouble: saveFailure } = draft
  const { isOfGoneNote = false, isOfLink = false } = draft
  const isBaseCurrent =
    base !== undefined && state.savedVersion > 0 && isSameContent(base, state.savedContent)
  const version = isBaseCurrent ? state.savedVersion : draft.version
  const serverVersion = saveFailure?.kind === 'conflict' ? findOtherVersion(state, version) : null
  return {
    state: {
      ...state,
      content: { title, text },
      version,
      requestKey,
      keepsEarlier: draft.keepsEarlier ?? false,
      unacknowledged: attemptsOf(draft),
      saveRequestedAt: draft.askedAt ?? null,
      conflict: serverVersion,
      offeredDraft: serverVersion ? null : { keptAt, isOfGoneNote, isOfLink },
      message: saveFailure ? toEditorMessage(saveFailure) : null,
    },
    ...start,
    draft,
  }
}

/** The saved version, if it is not the base of the draft. */
function findOtherVersion(
  { savedContent, savedAt, version }: EditorState,
  draftVersion: number,
): OtherVersion | null {
  if (savedAt === null || version === draftVersion) return null
  return { ...savedContent, version, lastUpdate: new Date(savedAt).toISOString() }
}

/**
 * Contents that may have been saved without a response. Drafts of earlier releases lack the list, and the outbox may be sending a queued
 * draft at this moment, so in both cases the draft's own content is added.
 */
function attemptsOf({ title, text, askedAt, unanswered, isOfGoneNote }: Draft): readonly NoteContent[] {
  if (isOfGoneNote) return []
  const canBeSent = unanswered === undefined || askedAt !== undefined
  return canBeSent ? addAttempt(unanswered ?? [], { title, text }) : unanswered
}
