import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authAtom } from '#client/session/session.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { topicOfNewNoteQuery } from './topicOfNewNote.ts'

/** Leads to a new note under the topic that was looked at last, or else the newest one; the editor lets it be changed. */
export function NewNoteScreen() {
  const { selectedTopicNo } = useAtomValue(topicListAtom)
  // What the editor's screen remembers meanwhile must not lead away from here twice.
  const [preferredNo] = useState(selectedTopicNo)
  const { userNo } = useAtomValue(authAtom)
  const topic = useQuery(topicOfNewNoteQuery(userNo, preferredNo))

  if (topic.data !== undefined) return <Redirect to={paths.createNote(topic.data)} />
  return (
    <>
      <ScreenTitle title={t('notes.untitled')} hidden />
      {topic.isError ? (
        <ErrorState onRetry={() => void topic.refetch()} busy={topic.isFetching}>
          {failureText(topic.error)}
        </ErrorState>
      ) : (
        <SkeletonRows rows={1} height={320} />
      )}
    </>
  )
}
