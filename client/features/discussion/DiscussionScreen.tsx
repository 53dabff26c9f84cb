import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { membersOf } from '#client/features/hubs/hubs.members.ts'
import { cachedHub, useIsLeavingHub } from '#client/features/hubs/hubs.queries.ts'
import { hubListAtom, TWO_PANES } from '#client/features/hubs/hubs.state.ts'
import { RoomSidebar } from '#client/features/hubs/RoomSidebar.tsx'
import { useMarkNotificationsSeen } from '#client/features/inbox/inbox.queries.ts'
import { MissingState } from '#client/features/missing/MissingState.tsx'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import {
  Redirect,
  useCorrectedPage,
  useNumberParameter,
  usePageParameter,
} from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { viewStateAtom } from '#client/session/viewState.ts'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { LoadFailure, Skeleton } from '#client/ui/ListStates.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { PHONE } from '#client/ui/sheet.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import { markAllRead, useSharedNotes } from './discussion.queries.ts'
import { useHubMembers, useIsHubMember } from './hubMembers.live.ts'
import { RoomHeader, ShareButton } from './RoomHeader.tsx'
import { SharedNotes } from './SharedNotes.tsx'
import { useArrivalAnnouncement, useMemberToast, useRenameToast } from './useHubToasts.ts'
import { usePresence } from './usePresence.ts'
import { useSeenReporter } from './useSeenReporter.ts'
import './discussion.css'
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
      {isWide && <RoomSidebar hubNo={hubNo} />}
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
  const reporter = useSeenReporter(hubNo)
  const onMarkAllRead = useMarkAllRead(hubNo, reporter.reset)
  const isPhone = useMediaQuery(PHONE)
  const cache = useQueryClient()
  const [isSharing, setSharing] = useState(false)
  const [listedHub] = useState(() => cachedHub(cache, hubNo))
  useCorrectedPage(notes.isPlaceholderData ? undefined : notes.data?.pageIndex)

  useEffect(() => {
    setDiscussionList({ curPageNo: page })
  }, [page, setDiscussionList])

  if (!isMember || isAccessDenied(notes.error)) return isLeaving ? <ScreenPending /> : <UnavailableHub />
  const room =
    members.data ??
    (listedHub && {
      participants: membersOf(listedHub),
      ...(listedHub.name !== undefined && { name: listedHub.name }),
    })
  const isEmpty = notes.data?.total === 0
  const share = () => setSharing(true)
  return (
    <div className="discussion">
      <RoomHeader
        hubNo={hubNo}
        room={room}
        query={members}
        present={present}
        myNo={userNo}
        onMarkAllRead={onMarkAllRead}
        onShare={isPhone ? undefined : share}
        isEmpty={isEmpty}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {notes.isPending && <SkeletonCards />}
      <LoadFailure query={notes} title={t('discussion.loadFailed')} />
      {notes.data && (
        <SharedNotes
          hubNo={hubNo}
          members={room?.participants ?? []}
          page={notes.data}
          isFromServer={notes.isFetchedAfterMount || notes.isPlaceholderData}
          isWaiting={notes.isPlaceholderData}
          reporter={reporter}
          onGo={goToPage}
          onShare={share}
        />
      )}
      {isPhone && !isEmpty && <ShareButton className="room-share" onShare={share} />}
      {isSharing && <ShareNotesDialog pending={null} hubNo={hubNo} onClose={() => setSharing(false)} />}
    </div>
  )
}

function isAccessDenied(error: Error | null): boolean {
  return error instanceof CallFailed && (error.status === 403 || error.status === 404)
}

/** Marks all notes of the hub as read; undefined while nothing is unread. */
function useMarkAllRead(hubNo: number, onDone: () => void): (() => void) | undefined {
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hubNo), [hubNo]))
  const showToast = useSetAtom(showToastAtom)
  const marking = useMutation({
    mutationFn: () => markAllRead(hubNo),
    onSuccess: onDone,
    onError: error => showToast({ text: failureText(error) }),
  })
  return unread > 0 ? () => marking.mutate() : undefined
}

const SKELETON_CARDS = ['other', 'other', 'own', 'other']

/** The cards of a room while they load. */
function SkeletonCards() {
  return (
    <Skeleton className="shared-notes__skeleton">
      {SKELETON_CARDS.map((side, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards never change
        <div key={place} className={`skeleton-card skeleton-card--${side}`}>
          <span className="skeleton__row skeleton-card__author" />
          <span className="skeleton__row skeleton-card__title" />
          <span className="skeleton__row skeleton-card__text" />
          <span className="skeleton__row skeleton-card__text" />
          <span className="skeleton__row skeleton-card__facts" />
        </div>
      ))}
    </Skeleton>
  )
}

/** Shown when the user is not, or no longer, a member. */
function UnavailableHub() {
  return (
    <>
      <ScreenTitle title={t('discussion.title')} hidden />
      <MissingState back={{ to: paths.friends, label: t('discussion.friendList') }}>
        {t('discussion.gone')}
      </MissingState>
    </>
  )
}

/** The page of the discussion list. The URL is the source; this remembers it. */
const discussionListAtom = viewStateAtom({ curPageNo: 1 })
