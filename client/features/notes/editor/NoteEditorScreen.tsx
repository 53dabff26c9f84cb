import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { noteFailureText } from '#client/features/notes/notes.queries.ts'
import {
  type Draft,
  type DraftSubject,
  deleteDraft,
  saveDraft,
} from '#client/features/notes/sync/note.drafts.ts'
import { paths } from '#client/paths.ts'
import { requestHeadingFocus } from '#client/platform/browser/headingFocus.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { failureText, isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect, useNumberParameter } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { useEditorMode, useEditorPageState } from './layout/useEditorLayout.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { type EditorStart, editorStartQuery, withDraft } from './note.start.ts'
import './layout/writing.css'
import './layout/sheet.css'
import './bars/bars.css'
// Last, because its media queries override the rules above.
import './layout/writing.screens.css'

/** Edits the note in the URL, or a new note under the topic in the URL. */
export function NoteEditorScreen() {
  const noteNo = useNumberParameter('no')
  const topicNo = useNumberParameter('topic')
  const [params] = useSearchParams()
  const auth = useAtomValue(authAtom)
  // The editor stays open when the session ends, so the user number is fixed at mount.
  const [userNo] = useState(auth.userNo)
  const draftKey = params.get('draft')
  const requestKeyPart = draftKey && { requestKey: draftKey }

  if (noteNo !== null)
    return <OpenEditor key={`note ${noteNo} ${draftKey}`} subject={{ userNo, noteNo, ...requestKeyPart }} />
  if (topicNo === null) return <Redirect to={paths.topics} />
  return <OpenEditor key={`topic ${topicNo} ${draftKey}`} subject={{ userNo, topicNo, ...requestKeyPart }} />
}

/** Opens the editor only after the note or topic has loaded. */
function OpenEditor({ subject }: { subject: DraftSubject }) {
  const start = useQuery(editorStartQuery(subject))
  const { continuedDraft, newKey, discard, continueDraft } = useDraftChoice(subject)
  const [lateDraft, setLateDraft] = useState<Draft | null>(null)

  if (start.isPending) return <EditorPending />
  if (start.isError) return <EditorFailed subject={subject} start={start} />
  if (start.data === 'notMine')
    return 'noteNo' in subject ? <Redirect to={paths.note(subject.noteNo)} /> : null
  if ('movedTo' in start.data) {
    const { topicNo, requestKey } = start.data.movedTo
    return <Redirect to={paths.draft(topicNo, requestKey)} />
  }

  const draft = continuedDraft ?? lateDraft ?? start.data.draft
  if (draft === null || newKey !== null)
    return (
      <NoteEditor
        key={`saved ${newKey}`}
        userNo={subject.userNo}
        start={withoutDraft(start.data, newKey)}
        onContinue={continueDraft}
        onLateDraft={setLateDraft}
      />
    )
  return (
    <NoteEditor
      key={`draft ${draft.requestKey}`}
      userNo={subject.userNo}
      start={withDraft(start.data, draft)}
      isContinued={draft === continuedDraft}
      onDiscard={() => discard(draft)}
    />
  )
}

/**
 * Discarding a draft opens the editor without it; the toast restores the draft. Continuing another draft replaces the editor; text that
 * was typed in the editor stays as a draft of its own.
 */
function useDraftChoice(subject: DraftSubject) {
  // A new request key per discard, so that the new text does not overwrite another draft.
  const [newKey, setNewKey] = useState<string | null>(null)
  const [continuedDraft, setContinuedDraft] = useState<Draft | null>(null)
  const showToast = useSetAtom(showToastAtom)

  function discard(draft: Draft) {
    const storedSubject = { ...subject, requestKey: draft.requestKey }
    void deleteDraft(storedSubject)
    // The pressed button unmounts and loses the focus.
    requestHeadingFocus()
    setNewKey(makeRequestKey())
    showToast({
      text: t('notes.draftDiscarded'),
      action: {
        label: t('common.undo'),
        run: () => {
          void saveDraft(storedSubject, draft)
          setNewKey(null)
        },
      },
    })
  }

  return { continuedDraft, newKey, discard, continueDraft: setContinuedDraft }
}

/** `newKey` is set after a draft was discarded. */
function withoutDraft(start: EditorStart, newKey: string | null): EditorStart {
  if (newKey === null) return { ...start, draft: null }
  const { noteNo, requestKey } = start.state
  const key = noteNo === null ? newKey : requestKey
  return { ...start, state: { ...start.state, requestKey: key }, draft: null, unfinished: [] }
}

interface EditorFailedProps {
  subject: DraftSubject
  start: UseQueryResult<unknown, Error>
}

function EditorFailed({ subject, start: { error, isFetching, refetch } }: EditorFailedProps) {
  const isMissing = isNotFound(error)
  const retryProps = !isMissing && { onRetry: () => void refetch(), busy: isFetching }
  return (
    <>
      <ScreenTitle title={t('notes.untitled')} hidden />
      <ErrorState {...retryProps}>{error && loadFailureText(error, subject)}</ErrorState>
      {isMissing && (
        <p className="writing__back-link">
          <ButtonLink to={paths.topics}>
            <Icon name="back" />
            {t('notes.topicList')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

/** One line of the title and of the text. */
const TITLE_PX = 40
const LINE_PX = 31

function EditorPending() {
  const { foldsHeader } = useEditorMode()
  useEditorPageState(foldsHeader)
  return (
    <div className={`writing ${foldsHeader ? 'writing--folded' : ''}`}>
      <ScreenTitle title={t('common.loading')} hidden />
      <div className="writing__scroller">
        <div className="writing__sheet">
          <div className="writing__title-row">
            <SkeletonRows rows={1} height={TITLE_PX} />
          </div>
          <div className="writing__columns">
            <SkeletonRows rows={6} height={LINE_PX} />
          </div>
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
