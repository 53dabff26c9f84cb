import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { shownMembers } from '#client/features/hubs/hubs.cache.ts'
import { membersOf } from '#client/features/hubs/hubs.members.ts'
import { knownHub } from '#client/features/hubs/hubs.queries.ts'
import { paths } from '#client/paths.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { authAtom } from '#client/session/session.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { shortNames } from '#client/ui/names.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { MeView } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { useSharedNotes } from './discussion.live.ts'
import { discussionListAtom } from './discussion.state.ts'
import { GoneHub } from './GoneHub.tsx'
import { useHubMembers } from './hubMembers.live.ts'
import { RoomMembers } from './RoomMembers.tsx'
import { SharedNotes } from './SharedNotes.tsx'
import { useArrivalNews } from './useArrivalNews.ts'
import { useMembership } from './useMembership.ts'
import { usePresence } from './usePresence.ts'

const NOTE_PX = 100

export function HubDiscussion({ hubNo }: { hubNo: number }) {
  const { page, goToPage } = usePageInAddress()
  const { userNo } = useAtomValue(authAtom)
  const setDiscussionList = useSetAtom(discussionListAtom)
  const notes = useSharedNotes(hubNo, page, userNo)
  const members = useHubMembers(hubNo)
  const present = usePresence(hubNo)
  const news = useArrivalNews(hubNo, userNo)
  const isMember = useMembership(hubNo)
  const cache = useQueryClient()
  const [listed] = useState(() => knownHub(cache, hubNo))
  useAnsweredPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setDiscussionList({ curPageNo: page })
  }, [page, setDiscussionList])

  if (!isMember || isClosedToUs(notes.error)) return <GoneHub />
  const participants = members.data?.participants
  return (
    <div className="discussion">
      <div className="discussion__head">
        <ScreenTitle title={titleOf(participants ?? (listed && membersOf(listed)), userNo)} />
        <ButtonLink kind="quiet" to={paths.friends}>
          <Icon name="back" />
          {t('discussion.friendList')}
        </ButtonLink>
      </div>
      {participants && <RoomMembers members={participants} present={present} myNo={userNo} />}
      {members.isError && !participants && <p className="discussion__error">{t('hubs.loadFailedHeader')}</p>}
      {members.isPending && <SkeletonRows rows={1} height={50} />}
      <p className="visually-hidden" role="status">
        {news}
      </p>
      {notes.isPending && <SkeletonRows rows={SHARED_NOTES_PER_PAGE} height={NOTE_PX} />}
      {notes.isError && !notes.data && (
        <ErrorState onRetry={() => void notes.refetch()} busy={notes.isFetching}>
          {t('discussion.loadFailed')} {failureText(notes.error)}
        </ErrorState>
      )}
      {notes.data && (
        <SharedNotes hubNo={hubNo} page={notes.data} isWaiting={notes.isPlaceholderData} onGo={goToPage} />
      )}
    </div>
  )
}

function isClosedToUs(error: Error | null): boolean {
  return error instanceof CallFailed && (error.status === 403 || error.status === 404)
}

/** The others' names; until those are known, what every room is called. */
function titleOf(members: MeView[] | undefined, myNo: number): string {
  if (members === undefined) return t('discussion.title')
  if (members.every(({ userNo }) => userNo === myNo)) return t('hubs.onlyMe')
  return shortNames(shownMembers(members, myNo).map(({ userName }) => userName))
}
