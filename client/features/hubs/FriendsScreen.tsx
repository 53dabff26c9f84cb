import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { InviteOpener } from '#client/features/invitations/InviteOpener.tsx'
import { hasLeft, unreadNumbersAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { useCorrectedPage } from '#client/platform/router/navigation.tsx'
import { useScrollRestorationOnBack } from '#client/platform/router/scrollRestorationOnBack.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ManuscriptSheet } from '#client/ui/ErrorState.tsx'
import { EmptyState, LoadFailure, SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { HubListTools, useHubListing } from './HubListTools.tsx'
import { HubRows } from './HubRows.tsx'
import { useHubPage } from './hubs.live.ts'
import { hubListAtom, TWO_PANES } from './hubs.state.ts'
import { MemberPicker, useMemberSelection } from './MemberPicker.tsx'
import './roomsWorkspace.css'
import './hubs.css'

const HUB_ROW_PX = 83

interface StatusMessage {
  kind: 'status' | 'error'
  text: string
  /** The room that the message is about: a new one, or an existing one with the same members. */
  hubNo?: number | undefined
}

export function FriendsScreen() {
  const { listing, goToPage, filter, order } = useHubListing()
  const { page, onlyUnread } = listing
  const friends = useHubPage(listing)
  const isWide = useMediaQuery(TWO_PANES)
  const numbers = useAtomValue(unreadNumbersAtom)
  const setHubList = useSetAtom(hubListAtom)
  const selection = useMemberSelection()
  const [chosenHub, setChosenHub] = useState<HubView | null>(null)
  const [statusMessage, setStatusMessage] = useState<StatusMessage | null>(null)
  /** A room that was just created here; the list scrolls to its row. */
  const [createdHubNo, setCreatedHubNo] = useState<number | null>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  const messageLine = useRef<HTMLDivElement>(null)
  const scroller = useScrollRestorationOnBack(friends.data !== undefined)
  useCorrectedPage(friends.isPlaceholderData ? undefined : friends.data?.pageIndex)

  useEffect(() => {
    // The sidebar of an open room always lists all rooms.
    if (!onlyUnread) setHubList(list => ({ ...list, curPageNo: page }))
  }, [page, onlyUnread, setHubList])

  const hubs = friends.data?.hubs ?? []
  const isEmpty = friends.data?.hubs.length === 0
  const isOnlyPage = friends.data?.pageIndex.lastPageNum === 1
  // Prefer the current data of the page; for a room of another page use the data from when it was chosen.
  const hubOnPage = hubs.find(({ hubNo }) => hubNo === chosenHub?.hubNo)
  const targetHub = hubOnPage ?? chosenHub
  if (chosenHub && hasLeft(numbers, chosenHub.hubNo)) setChosenHub(null)

  function toggleTarget(hub: HubView) {
    setChosenHub(chosenHub?.hubNo === hub.hubNo ? null : hub)
    setStatusMessage(null)
    searchInput.current?.focus()
  }

  function startOver() {
    selection.clear()
    setChosenHub(null)
    setStatusMessage(null)
  }

  function finish(text: string, hubNo?: number) {
    startOver()
    setStatusMessage({ kind: 'status', text, hubNo })
    // The pressed button has been removed.
    messageLine.current?.focus({ preventScroll: true })
  }

  function reject(text: string, hubNo?: number) {
    setStatusMessage({ kind: 'error', text, hubNo })
    // Its members may have changed, and its row is on another page.
    if (hubOnPage === undefined) setChosenHub(null)
  }

  const hasNone = isEmpty && isOnlyPage

  return (
    <div className={isWide ? 'rooms-workspace' : 'friends'}>
      <div ref={scroller} className={isWide ? 'rooms-workspace__sidebar friends' : 'friends'}>
        <ScreenTitle title={t('hubs.title')} />
        {friends.data && <OwnProfileRow me={friends.data.me} />}
        {friends.data && (!hasNone || onlyUnread) && (
          <HubListTools listing={listing} onFilter={filter} onOrder={order} />
        )}
        {friends.isPending && <SkeletonRows rows={HUBS_PER_PAGE} height={HUB_ROW_PX} />}
        {friends.isError && !friends.data && (
          <p className="friends__header-error">{t('hubs.loadFailedHeader')}</p>
        )}
        <LoadFailure query={friends} title={t('hubs.loadFailed')} />
        {hasNone && <EmptyState>{t(onlyUnread ? 'hubs.allRead' : 'hubs.empty')}</EmptyState>}
        {/* The previous page follows when the last one is empty. */}
        {isEmpty && !isOnlyPage && <SkeletonRows rows={1} height={HUB_ROW_PX} />}
        {friends.data && hubs.length > 0 && (
          <>
            <HubRows
              key={`${onlyUnread} ${listing.order} ${friends.data.pageIndex.curPageNum}`}
              hubs={hubs}
              listing={listing}
              isWaiting={friends.isPlaceholderData}
              pickerHubNo={targetHub?.hubNo ?? null}
              createdHubNo={createdHubNo}
              onAddFriends={toggleTarget}
              onLeft={startOver}
            />
            <PageIndex index={friends.data.pageIndex} onGo={goToPage} />
          </>
        )}
      </div>
      {/* In one column it follows the list, and would move when the list loads. */}
      {(isWide || !friends.isPending) && (
        <div className={isWide ? 'rooms-workspace__room friends' : 'friends'}>
          <MemberPicker
            selection={selection}
            targetHub={targetHub}
            listing={listing}
            searchInput={searchInput}
            onCancelAdding={() => setChosenHub(null)}
            onReload={() => void friends.refetch()}
            onTry={() => setStatusMessage(null)}
            onCreated={hubNo => {
              filter(false)
              finish(t('hubs.created'), hubNo)
              setCreatedHubNo(hubNo)
            }}
            onAdded={() => finish(t('hubs.added'))}
            onRejected={reject}
            onFailed={error => setStatusMessage({ kind: 'error', text: failureText(error) })}
          />
          <div ref={messageLine} tabIndex={-1}>
            <Message kind={statusMessage?.kind ?? 'status'}>{statusMessage?.text}</Message>
            {statusMessage?.hubNo && statusMessage.kind === 'status' && (
              <div className="friends__created">
                <ButtonLink to={paths.discussion(statusMessage.hubNo)}>{t('hubs.openMade')}</ButtonLink>
                <InviteOpener hubNo={statusMessage.hubNo} />
              </div>
            )}
            {statusMessage?.hubNo && statusMessage.kind === 'error' && (
              <Link to={paths.discussion(statusMessage.hubNo)}>{t('hubs.toThatRoom')}</Link>
            )}
          </div>
          {isWide && selection.found === null && <NoRoomSelected hasRooms={!hasNone || onlyUnread} />}
        </div>
      )}
    </div>
  )
}

/** Placeholder for a room while none is selected. `hasRooms`: there is one to select. */
function NoRoomSelected({ hasRooms }: { hasRooms: boolean }) {
  return (
    <div className="no-room-selected">
      <ManuscriptSheet />
      <p className="no-room-selected__title">{t(hasRooms ? 'hubs.choose' : 'hubs.chooseFirst')}</p>
      <p className="no-room-selected__hint">{t(hasRooms ? 'hubs.chooseHint' : 'hubs.chooseFirstHint')}</p>
    </div>
  )
}

function OwnProfileRow({ me }: { me: PersonView }) {
  return (
    <Card className="me-row">
      <Avatar person={{ userNo: me.userNo, name: me.userName, picture: me.profPic || null }} />
      <p className="me-row__name" dir="auto">
        <Link to={paths.myInfo} title={t('hubs.toMyInfo')}>
          {me.userName}
        </Link>
      </p>
      <MeBadge />
    </Card>
  )
}
