import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, useEffect, useState } from 'react'
import { membersOf } from '#client/features/hubs/hubs.members.ts'
import { cachedHub, useIsLeavingHub } from '#client/features/hubs/hubs.queries.ts'
import { hubListAtom, TWO_PANES } from '#client/features/hubs/hubs.state.ts'
import { RoomSidebar } from '#client/features/hubs/RoomSidebar.tsx'
import { useMarkNotificationsSeen } from '#client/features/inbox/inbox.queries.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import {
  Redirect,
  useCorrectedPage,
  useNumberParameter,
  usePageParameter,
} from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { viewStateAtom } from '#client/session/viewState.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { Disclosure } from '#client/ui/Disclosure.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import type { ParticipantView } from '#protocol/hubs.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { useSharedNotes } from './discussion.queries.ts'
import { useHubMembers, useIsHubMember } from './hubMembers.live.ts'
import { MemberAvatars } from './MemberList.tsx'
import { RoomHeader } from './RoomHeader.tsx'
import { RoomMembers } from './RoomMembers.tsx'
import { SharedNotes } from './SharedNotes.tsx'
import { useArrivalAnnouncement, useMemberToast, useRenameToast } from './useHubToasts.ts'
import { usePresence } from './usePresence.ts'
import './discussion.css'
import './sharedNoteCard.css'
import '#client/features/hubs/roomsWorkspace.css'

/**
 * The discussion of the hub in the URL, or else of the last selected one. A wide window shows the room list
 * beside it.
 */
export function DiscussionScreen() {
  const hubNo = useNumberParameter('hub')
  const [{ selectedHub }, setHubList] = useAtom(hubListAtom)

  const isWide = useMediaQuery(TWO_PANES)

  useEffect(() => {
    if (hubNo !== null) setHubList(list => ({ ...list, selectedHub: hubNo }))
  }, [hubNo, setHubList])

  if (hubNo === null)
    return <Redirect to={selectedHub === null ? paths.friends : paths.discussion(selectedHub)} />
  return (
    <div className={isWide ? 'rooms-workspace' : undefined}>
      {isWide && (
        <div className="rooms-workspace__sidebar">
          <RoomSidebar hubNo={hubNo} />
        </div>
      )}
      <div className={isWide ? 'rooms-workspace__room' : undefined}>
        <HubDiscussion key={hubNo} hubNo={hubNo} />
      </div>
    </div>
  )
}

const ShareNotesDialog = lazyComponent(
  lazyModule(() =>
    import('#client/features/shares/ShareNotesDialog.tsx').then(part => part.ShareNotesDialog),
  ),
  FailedDialog,
)

const NOTE_PX = 100

function HubDiscussion({ hubNo }: { hubNo: number }) {
  const { page, goToPage } = usePageParameter()
  const { userNo } = useAtomValue(authAtom)
  const setDiscussionList = useSetAtom(discussionListAtom)
  const notes = useSharedNotes(hubNo, page, userNo)
  const members = useHubMembers(hubNo)
  const present = usePresence(hubNo)
  const announcement = useArrivalAnnouncement(hubNo, userNo)
  const isMember = useIsHubMember(hubNo)
  const isLeaving = useIsLeavingHub()
  useRenameToast(hubNo, userNo)
  useMemberToast(hubNo, userNo)
  useMarkNotificationsSeen(notificationTargets.room(hubNo), isMember)
  const cache = useQueryClient()
  const [isSharing, setSharing] = useState(false)
  const [listedHub] = useState(() => cachedHub(cache, hubNo))
  useCorrectedPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setDiscussionList({ curPageNo: page })
  }, [page, setDiscussionList])

  if (!isMember || isAccessDenied(notes.error)) return isLeaving ? <ScreenPending /> : <UnavailableHub />
  const participants = members.data?.participants
  const room =
    members.data ??
    (listedHub && {
      participants: membersOf(listedHub),
      ...(listedHub.name !== undefined && { name: listedHub.name }),
    })
  return (
    <div className="discussion">
      <RoomHeader
        hubNo={hubNo}
        room={room}
        members={members.data}
        myNo={userNo}
        presentMembers={participants && <MemberAvatars {...presentOthers(participants, present, userNo)} />}
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
          isFromServer={notes.isFetchedAfterMount || notes.isPlaceholderData}
          isWaiting={notes.isPlaceholderData}
          onGo={goToPage}
          onShare={() => setSharing(true)}
        />
      )}
      {isSharing && <ShareNotesDialog pending={null} hubNo={hubNo} onClose={() => setSharing(false)} />}
    </div>
  )
}

function isAccessDenied(error: Error | null): boolean {
  return error instanceof CallFailed && (error.status === 403 || error.status === 404)
}

/** The other members who look at the room now. */
function presentOthers(participants: readonly ParticipantView[], present: ReadonlySet<number>, myNo: number) {
  const members = participants.filter(({ userNo }) => userNo !== myNo && present.has(userNo))
  return { members, present, myNo }
}

/** Shown when the user is not, or no longer, a member. */
function UnavailableHub() {
  return (
    <>
      <ScreenTitle title={t('discussion.title')} hidden />
      <div role="alert">
        <EmptyState action={<ButtonLink to={paths.friends}>{t('discussion.friendList')}</ButtonLink>}>
          {t('discussion.gone')}
        </EmptyState>
      </div>
    </>
  )
}

function MembersFailure({ query }: Pick<ComponentProps<typeof LoadFailure>, 'query'>) {
  return (
    <Card padded={false}>
      <Disclosure summary={<span className="discussion__error">{t('hubs.loadFailedHeader')}</span>}>
        <LoadFailure query={query} title={t('hubs.loadFailed')} />
      </Disclosure>
    </Card>
  )
}

/** The page of the discussion list. The URL is the source; this remembers it. */
const discussionListAtom = viewStateAtom({ curPageNo: 1 })
