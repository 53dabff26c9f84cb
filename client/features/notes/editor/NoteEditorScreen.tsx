import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { paths } from '#client/paths.ts'
import { expectArrival } from '#client/platform/browser/navigationFocus.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authAtom } from '#client/session/session.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { NoteEditor } from './NoteEditor.tsx'
import { type DraftSubject, dropDraft } from './note.drafts.ts'
import { editorStartQuery, withDraft } from './note.start.ts'
import './editor.css'

/** Writes a new note under the topic in the address, or on the note in it. */
export function NoteEditorScreen() {
  const noteNo = useNumberInAddress('no')
  const topicNo = useNumberInAddress('topic')
  const auth = useAtomValue(authAtom)
  // A session that ends leaves the editor open; what is written goes on belonging to its writer.
  const [userNo] = useState(auth.userNo)

  if (noteNo !== null) return <OpenEditor key={`note ${noteNo}`} subject={{ userNo, noteNo }} />
  if (topicNo !== null) return <OpenEditor key={`topic ${topicNo}`} subject={{ userNo, topicNo }} />
  return <Redirect to={paths.topics} />
}

/** Never opens an empty editor for a note that could not be loaded, nor under a topic that is gone. */
function OpenEditor({ subject }: { subject: DraftSubject }) {
  const start = useQuery(editorStartQuery(subject))
  const [draftChoice, setDraftChoice] = useState<'open' | 'continue' | 'discard'>('open')

  if (start.isPending) return <EditorPending />
  if (start.isError)
    return (
      <>
        <ScreenTitle title={t('notes.untitled')} hidden />
        <ErrorState onRetry={() => void start.refetch()} busy={start.isFetching}>
          {loadFailureText(start.error, subject)}
        </ErrorState>
      </>
    )
  if (start.data === 'notMine' && 'noteNo' in subject) return <Redirect to={paths.note(subject.noteNo)} />
  if (start.data === 'notMine') return null

  function choose(choice: 'continue' | 'discard') {
    // The button that was pressed goes.
    expectArrival()
    setDraftChoice(choice)
  }

  const { draft } = start.data
  if (draft === null || draftChoice === 'discard')
    return <NoteEditor userNo={subject.userNo} start={{ ...start.data, draft: null }} />
  if (draftChoice === 'continue')
    return <NoteEditor userNo={subject.userNo} start={withDraft(start.data, draft)} />
  return (
    <DraftOffer
      draft={draft}
      onContinue={() => choose('continue')}
      onDiscard={() => {
        void dropDraft({ ...subject, requestKey: draft.requestKey })
        choose('discard')
      }}
    />
  )
}

function EditorPending() {
  return (
    <div className="editor">
      <ScreenTitle title={t('common.loading')} hidden />
      <SkeletonRows rows={1} height={48} />
      <SkeletonRows rows={1} height={320} />
    </div>
  )
}

function loadFailureText(error: Error, subject: DraftSubject): string {
  if (error instanceof CallFailed && error.code === 'notFound')
    return t('noteNo' in subject ? 'notes.gone' : 'topics.gone')
  return `${t('notes.loadFailed')} ${failureText(error)}`
}
