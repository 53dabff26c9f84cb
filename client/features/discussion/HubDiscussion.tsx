import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { membersOf, roomName } from '#client/features/hubs/hubs.members.ts'
import { knownHub, useIsLeavingHub } from '#client/features/hubs/hubs.queries.ts'
import { useMarkNotificationsSeen } from '#client/features/inbox/useMarkNotificationsSeen.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useAnsweredPage, usePageInAddress } from '#client/platform/router/pageInAddress.ts'
import { authAtom } from '#client/session/session.ts'
import { FailedDialog } from '#client/ui/FailedDialog.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { useSharedNotes } from './discussion.live.ts'
import { discussionListAtom } from './discussion.state.ts'
import { GoneHub } from './GoneHub.tsx'
import { useHubMembers } from './hubMembers.live.ts'
import { MemberFaces } from './MemberFaces.tsx'
import { MembersFailure } from './MembersFailure.tsx'
import { RoomHead } from './RoomHead.tsx'
import { RoomMembers } from './RoomMembers.tsx'
import { SharedNotes } from './SharedNotes.tsx'
import { useArrivalAnnouncement } from './useArrivalAnnouncement.ts'
import { useMembership } from './useMembership.ts'
import { useMembersToast } from './useMembersToast.ts'
import { usePresence } from './usePresence.ts'
import { useRenameToast } from './useRenameToast.ts'

const ShareNotesDialog = lazyComponent(
  lazyModule(() =>
    import('#client/features/shares/ShareNotesDialog.tsx').then(part => part.ShareNotesDialog),
  ),
  FailedDialog,
)

const NOTE_PX = 100

type RoomInfo = Parameters<typeof roomName>[0]

export function HubDiscussion({ hubNo }: { hubNo: number }) {
  const { page, goToPage } = usePageInAddress()
  const { userNo } = useAtomValue(authAtom)
  const setDiscussionList = useSetAtom(discussionListAtom)
  const notes = useSharedNotes(hubNo, page, userNo)
  const members = useHubMembers(hubNo)
  const present = usePresence(hubNo)
  const announcement = useArrivalAnnouncement(hubNo, userNo)
  const isMember = useMembership(hubNo)
  const isLeaving = useIsLeavingHub()
  useRenameToast(hubNo, userNo)
  useMembersToast(hubNo, userNo)
  useMarkNotificationsSeen(notificationTargets.room(hubNo), isMember)
  const cache = useQueryClient()
  const [isSharing, setSharing] = useState(false)
  const [listed] = useState(() => knownHub(cache, hubNo))
  useAnsweredPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setDiscussionList({ curPageNo: page })
  }, [page, setDiscussionList])

  if (!isMember || isClosedToUs(notes.error)) return isLeaving ? <ScreenPending /> : <GoneHub />
  const participants = members.data?.participants
  const room =
    members.data ??
    (listed && { participants: membersOf(listed), ...(listed.name !== undefined && { name: listed.name }) })
  return (
    <div className="discussion">
      <RoomHead
        hubNo={hubNo}
        title={titleOf(room, userNo)}
        name={members.data && (members.data.name ?? '')}
        count={participants?.length ?? 0}
        here={participants && <MemberFaces {...here(participants, present, userNo)} />}
        onShare={() => setSharing(true)}
      />
      {participants && <RoomMembers hubNo={hubNo} members={participants} present={present} myNo={userNo} />}
      {members.isError && !participants && <MembersFailure query={members} />}
      {members.isPending && <SkeletonRows rows={1} height={50} />}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {notes.isPending && <SkeletonRows rows={SHARED_NOTES_PER_PAGE} height={NOTE_PX} />}
      <LoadFailure query={notes} title={t('discussion.loadFailed')} />
      {notes.data && (
        <SharedNotes
          hubNo={hubNo}
          members={room?.participants ?? []}
          page={notes.data}
          isFresh={notes.isFetchedAfterMount || notes.isPlaceholderData}
          isWaiting={notes.isPlaceholderData}
          onGo={goToPage}
          onShare={() => setSharing(true)}
        />
      )}
      {isSharing && <ShareNotesDialog pending={null} hubNo={hubNo} onClose={() => setSharing(false)} />}
    </div>
  )
}

function isClosedToUs(error: Error | null): boolean {
  return error instanceof CallFailed && (error.status === 403 || error.status === 404)
}

/** Of the others those who look at the room now. */
function here(participants: readonly ParticipantView[], present: ReadonlySet<number>, myNo: number) {
  const members = participants.filter(({ userNo }) => userNo !== myNo && present.has(userNo))
  return { members, present, myNo }
}

/** Until it is known who is in it, what every room is called. */
function titleOf(room: RoomInfo | undefined, myNo: number): string {
  return room === undefined ? t('discussion.title') : roomName(room, myNo)
}
