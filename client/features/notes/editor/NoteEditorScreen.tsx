import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { noteFailureText } from '#client/features/notes/note.failure.ts'
import { paths } from '#client/paths.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { type Draft, type DraftSubject, dropDraft, keepDraft } from './drafts/note.drafts.ts'
import { useEditorMode } from './layout/useEditorMode.ts'
import { useEditorPageState } from './layout/useEditorPageState.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { type EditorStart, editorStartQuery, withDraft } from './note.start.ts'
import './layout/writing.css'
import './layout/sheet.css'
import './status/status.css'
// Last: it gives way to nothing before it.
import './layout/writing.screens.css'

/** Writes a new note under the topic in the address, or on the note in it. */
export function NoteEditorScreen() {
  const noteNo = useNumberInAddress('no')
  const topicNo = useNumberInAddress('topic')
  const [params] = useSearchParams()
  const auth = useAtomValue(authAtom)
  // A session that ends leaves the editor open; what is written goes on belonging to its writer.
  const [userNo] = useState(auth.userNo)
  const draftKey = params.get('draft')
  const named = draftKey && { requestKey: draftKey }

  if (noteNo !== null)
    return <OpenEditor key={`note ${noteNo} ${draftKey}`} subject={{ userNo, noteNo, ...named }} />
  if (topicNo === null) return <Redirect to={paths.topics} />
  return <OpenEditor key={`topic ${topicNo} ${draftKey}`} subject={{ userNo, topicNo, ...named }} />
}

/** Never opens an empty editor for a note that could not be loaded, nor under a topic that is gone. */
function OpenEditor({ subject }: { subject: DraftSubject }) {
  const start = useQuery(editorStartQuery(subject))
  const { continued, freshKey, discard, continueDraft } = useDraftChoice(subject)
  const [lateDraft, setLateDraft] = useState<Draft | null>(null)

  if (start.isPending) return <EditorPending />
  if (start.isError) return <EditorFailed subject={subject} start={start} />
  if (start.data === 'notMine')
    return 'noteNo' in subject ? <Redirect to={paths.note(subject.noteNo)} /> : null
  if ('movedTo' in start.data) {
    const { topicNo, requestKey } = start.data.movedTo
    return <Redirect to={paths.draft(topicNo, requestKey)} />
  }

  const draft = continued ?? lateDraft ?? start.data.draft
  if (draft === null || freshKey !== null)
    return (
      <NoteEditor
        key={`saved ${freshKey}`}
        userNo={subject.userNo}
        start={withoutDraft(start.data, freshKey)}
        onContinue={continueDraft}
        onLateDraft={setLateDraft}
      />
    )
  return (
    <NoteEditor
      key={`draft ${draft.requestKey}`}
      userNo={subject.userNo}
      start={withDraft(start.data, draft)}
      isContinued={draft === continued}
      onDiscard={() => discard(draft)}
    />
  )
}

/**
 * Discarding the shown draft begins without it; the toast undoes that, here or for the next opening. Continuing an unfinished draft
 * replaces an editor that is empty, or whose text has become a draft of its own.
 */
function useDraftChoice(subject: DraftSubject) {
  // Each editor that begins without the draft has a key of its own: its text takes the place of no other's.
  const [freshKey, setFreshKey] = useState<string | null>(null)
  const [continued, setContinued] = useState<Draft | null>(null)
  const showToast = useSetAtom(showToastAtom)

  function discard(draft: Draft) {
    const kept = { ...subject, requestKey: draft.requestKey }
    void dropDraft(kept)
    // The button that was pressed goes.
    expectArrival()
    setFreshKey(makeRequestKey())
    showToast({
      text: t('notes.draftDiscarded'),
      action: {
        label: t('common.undo'),
        run: () => {
          void keepDraft(kept, draft)
          setFreshKey(null)
        },
      },
    })
  }

  return { continued, freshKey, discard, continueDraft: setContinued }
}

/** `freshKey`: the draft that it began with was discarded. */
function withoutDraft(start: EditorStart, freshKey: string | null): EditorStart {
  if (freshKey === null) return { ...start, draft: null }
  const { noteNo, requestKey } = start.state
  const key = noteNo === null ? freshKey : requestKey
  return { ...start, state: { ...start.state, requestKey: key }, draft: null, unfinished: [] }
}

interface EditorFailedProps {
  subject: DraftSubject
  start: UseQueryResult<unknown, Error>
}

function EditorFailed({ subject, start: { error, isFetching, refetch } }: EditorFailedProps) {
  const isGone = isNotFound(error)
  const retrying = !isGone && { onRetry: () => void refetch(), busy: isFetching }
  return (
    <>
      <ScreenTitle title={t('notes.untitled')} hidden />
      <ErrorState {...retrying}>{error && loadFailureText(error, subject)}</ErrorState>
      {isGone && (
        <p className="writing__way-out">
          <ButtonLink to={paths.topics}>
            <Icon name="back" />
            {t('notes.topicList')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

function EditorPending() {
  const { foldsHeader } = useEditorMode()
  useEditorPageState(foldsHeader)
  return (
    <div className={`writing ${foldsHeader ? 'writing--folded' : ''}`}>
      <ScreenTitle title={t('common.loading')} hidden />
      <div className="writing__scroller">
        <div className="writing__sheet">
          <SkeletonRows rows={1} height={48} />
          <SkeletonRows rows={1} height={320} />
        </div>
      </div>
    </div>
  )
}

function loadFailureText(error: Error, subject: DraftSubject): string {
  if (isNotFound(error)) return t('noteNo' in subject ? 'notes.gone' : 'topics.gone')
  const failed = 'noteNo' in subject ? noteFailureText(error) : t('notes.loadFailed')
  return `${failed} ${failureText(error)}`
}
