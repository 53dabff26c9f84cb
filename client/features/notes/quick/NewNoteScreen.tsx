import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { topicListAtom } from '#client/features/topics/topics.state.ts'
import { paths } from '#client/paths.ts'
import { isPassing } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import { sharedText } from './shared.text.ts'
import { topicOfNewNoteQuery } from './topicOfNewNote.ts'
import { useSharedDraft } from './useSharedDraft.ts'
import './newNote.css'

/**
 * Leads to a new note under the topic that was looked at last, or else the newest one; the editor lets it be changed. What
 * another app has sent into it stands there already.
 */
export function NewNoteScreen() {
  const { selectedTopicNo } = useAtomValue(topicListAtom)
  // What the editor's screen remembers meanwhile must not lead away from here twice.
  const [preferredNo] = useState(selectedTopicNo)
  const { userNo } = useAtomValue(authAtom)
  const { search } = useLocation()
  const topic = useQuery(topicOfNewNoteQuery(userNo, preferredNo))

  const [shared] = useState(() => sharedText(search))
  const draft = useSharedDraft(userNo, topic.data, shared)

  if (shared === null && topic.data !== undefined) return <Redirect to={paths.createNote(topic.data)} />
  if (draft !== null) return <Redirect to={draft} />
  return (
    <>
      <ScreenTitle title={t('notes.untitled')} hidden />
      {topic.isError ? (
        <LoadFailure query={topic} title={t('notes.newFailed')} />
      ) : (
        <SkeletonRows rows={1} height={320} />
      )}
      {shared === null && isPassing(topic.error) && <WayHome />}
    </>
  )
}

/** What is written there needs no topic, and waits for the line. */
function WayHome() {
  return (
    <div className="new-note__way">
      <p>{t('notes.newAtHome')}</p>
      <ButtonLink to={paths.home}>{t('shell.toHome')}</ButtonLink>
    </div>
  )
}
