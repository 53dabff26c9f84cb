import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { decodeText } from '#protocol/encoding.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { type Draft, type DraftSubject, dropDraft, findLeftDraft } from './note.drafts.ts'
import { type EditorState, isSameWriting, newEditorState } from './note.editor.ts'

/** With what an editor begins. */
export interface EditorStart {
  topicNo: number
  state: EditorState
  /** Written here before, and not what the server has. */
  draft: Draft | null
}

/** `notMine`: the note can be read, and only its author writes on it. */
type EditorStartAnswer = EditorStart | 'notMine'

/**
 * Loads what is to be edited together with its draft. Asked once for each opening of the editor and never while it is
 * open: what is being written must not be replaced under the writer's hands.
 */
export const editorStartQuery = (subject: DraftSubject) =>
  queryOptions({
    queryKey: ['editorStart', subject],
    queryFn: ({ signal, client }): Promise<EditorStartAnswer> =>
      'noteNo' in subject ? startOfNote(subject, signal) : startOfNewNote(subject, client, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

async function startOfNewNote(
  subject: DraftSubject & { topicNo: number },
  cache: QueryClient,
  signal: AbortSignal,
): Promise<EditorStart> {
  const { topicNo } = subject
  const draft = await findLeftDraft(subject)
  const isListed = cache.getQueryData(noteKeys.page(topicNo, 1)) !== undefined
  // What is written already is shown wherever it was to go.
  if (draft === undefined && !isListed) await throwIfGone(topicNo, signal)
  return { topicNo, state: newEditorState(), draft: draft ?? null }
}

/** Under a topic that is not there nothing can be saved. Without an answer the editor opens all the same. */
async function throwIfGone(topicNo: number, signal: AbortSignal): Promise<void> {
  try {
    await callApi(getNotes, { topicNo, itemsPerPage: 1 }, { signal })
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'notFound') throw error
  }
}

async function startOfNote(
  subject: DraftSubject & { noteNo: number },
  signal: AbortSignal,
): Promise<EditorStartAnswer> {
  const [note, draft] = await Promise.all([
    callApi(getNote, { noteNo: subject.noteNo }, { signal }),
    findLeftDraft(subject),
  ])
  if (note.subjectNo === null) return 'notMine'
  const saved = { title: note.title, text: decodeText(note.text) }
  const state = newEditorState({
    noteNo: note.noteNo,
    version: note.version,
    writing: saved,
    saved,
    savedAt: Date.parse(note.lastUpdate),
  })
  if (draft === undefined || !isSameWriting(draft, saved))
    return { topicNo: note.subjectNo, state, draft: draft ?? null }
  // The server got it after all; its answer only came when the editor was closed.
  await dropDraft({ ...subject, requestKey: draft.requestKey })
  return { topicNo: note.subjectNo, state, draft: null }
}

/** Goes on with the draft: on its own version, so that a change made elsewhere since then becomes a conflict. */
export function withDraft({ topicNo, state }: EditorStart, draft: Draft): EditorStart {
  const { title, text, version } = draft
  return { topicNo, state: { ...state, writing: { title, text }, version }, draft }
}
