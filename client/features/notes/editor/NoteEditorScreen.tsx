import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { noteFailureText } from '#client/features/notes/notes.queries.ts'
import { paths } from '#client/paths.ts'
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
import { useEditorMode, useEditorPageState } from './layout/useEditorLayout.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { type EditorSubject, editorStartQuery } from './note.start.ts'
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
  const documentId = params.get('draft')

  if (noteNo !== null) return <OpenEditor key={`note ${noteNo}`} subject={{ userNo, noteNo }} />
  if (topicNo === null) return <Redirect to={paths.topics} />
  return (
    <OpenEditor
      key={`topic ${topicNo} ${documentId}`}
      subject={{ userNo, topicNo, ...(documentId && { documentId }) }}
    />
  )
}

/** Opens the editor once it is known what it shows. */
function OpenEditor({ subject }: { subject: EditorSubject }) {
  // Who returns at once would get what the text was when the editor was opened before.
  const [opening] = useState(makeRequestKey)
  const start = useQuery(editorStartQuery(subject, opening))
  if (start.isPending) return <EditorPending />
  if (start.isError) return <EditorFailed subject={subject} start={start} />
  if (start.data === 'notMine')
    return 'noteNo' in subject ? <Redirect to={paths.note(subject.noteNo)} /> : null
  return <NoteEditor userNo={subject.userNo} start={start.data} />
}

interface EditorFailedProps {
  subject: EditorSubject
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

function loadFailureText(error: Error, subject: EditorSubject): string {
  if (isNotFound(error)) return t('noteNo' in subject ? 'notes.gone' : 'topics.gone')
  const failed = 'noteNo' in subject ? noteFailureText(error) : t('notes.loadFailed')
  return `${failed} ${failureText(error)}`
}
