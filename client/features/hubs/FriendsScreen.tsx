import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { InviteOpener } from '#client/features/invitations/InviteOpener.tsx'
import { hasLeft } from '#client/live/unread.numbers.ts'
import { unreadNumbersAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { useAnsweredPage } from '#client/platform/router/pageInAddress.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { Message } from '#client/ui/Message.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE } from '#protocol/limits.ts'
import { ChooseRoom } from './ChooseRoom.tsx'
import { GatheringPanel } from './GatheringPanel.tsx'
import { HubListTools } from './HubListTools.tsx'
import { HubRows } from './HubRows.tsx'
import { useHubPage } from './hubs.live.ts'
import { hubListAtom } from './hubs.state.ts'
import { MeRow } from './MeRow.tsx'
import { TWO_PANES } from './twoPanes.ts'
import { useGathering } from './useGathering.ts'
import { useHubListing } from './useHubListing.ts'
import { useRailPlace } from './useRailPlace.ts'
import './roomsWorkspace.css'
import './friendsWorkspace.css'
import './hubs.css'

const HUB_ROW_PX = 83

interface Saying {
  kind: 'status' | 'error'
  text: string
  /** The room that it is about: one that was just made, or one that there is already. */
  hubNo?: number | undefined
}

export function FriendsScreen() {
  const { listing, goToPage, filter, order } = useHubListing()
  const { page, onlyUnread } = listing
  const friends = useHubPage(listing)
  const isWide = useMediaQuery(TWO_PANES)
  const numbers = useAtomValue(unreadNumbersAtom)
  const setHubList = useSetAtom(hubListAtom)
  const gathering = useGathering()
  const [chosen, setChosen] = useState<HubView | null>(null)
  const [saying, setSaying] = useState<Saying | null>(null)
  /** A room that was just made here: its row is led to once it is there. */
  const [madeHubNo, setMadeHubNo] = useState<number | null>(null)
  const searchInput = useRef<HTMLInputElement>(null)
  const messageLine = useRef<HTMLDivElement>(null)
  const rail = useRailPlace(friends.data !== undefined)
  useAnsweredPage(friends.isPlaceholderData ? undefined : friends.data?.pageIndex)

  useEffect(() => {
    // The rooms beside an open one are all rooms.
    if (!onlyUnread) setHubList(list => ({ ...list, curPageNo: page }))
  }, [page, onlyUnread, setHubList])

  const hubs = friends.data?.hubs ?? []
  const isEmpty = friends.data?.hubs.length === 0
  const isOnlyPage = friends.data?.pageIndex.lastPageNum === 1
  // As the page tells it now; from another page, as it was when it was chosen.
  const onPage = hubs.find(({ hubNo }) => hubNo === chosen?.hubNo)
  const growing = onPage ?? chosen
  if (chosen && hasLeft(numbers, chosen.hubNo)) setChosen(null)

  function grow(hub: HubView) {
    setChosen(chosen?.hubNo === hub.hubNo ? null : hub)
    setSaying(null)
    searchInput.current?.focus()
  }

  function startOver() {
    gathering.clear()
    setChosen(null)
    setSaying(null)
  }

  function finish(text: string, hubNo?: number) {
    startOver()
    setSaying({ kind: 'status', text, hubNo })
    // The button that was pressed is gone.
    messageLine.current?.focus({ preventScroll: true })
  }

  function reject(text: string, hubNo?: number) {
    setSaying({ kind: 'error', text, hubNo })
    // Who is in it by now is told by its row, on another page.
    if (onPage === undefined) setChosen(null)
  }

  const hasNone = isEmpty && isOnlyPage

  return (
    <div className={isWide ? 'rooms-workspace' : 'friends'}>
      <div ref={rail} className={isWide ? 'rooms-workspace__rail friends' : 'friends'}>
        <ScreenTitle title={t('hubs.title')} />
        {friends.data && <MeRow me={friends.data.me} />}
        {friends.data && (!hasNone || onlyUnread) && (
          <HubListTools listing={listing} onFilter={filter} onOrder={order} />
        )}
        {friends.isPending && <SkeletonRows rows={HUBS_PER_PAGE} height={HUB_ROW_PX} />}
        {friends.isError && !friends.data && (
          <p className="friends__header-error">{t('hubs.loadFailedHeader')}</p>
        )}
        <LoadFailure query={friends} title={t('hubs.loadFailed')} />
        {hasNone && <EmptyState>{t(onlyUnread ? 'hubs.allRead' : 'hubs.empty')}</EmptyState>}
        {/* An emptied last page gives way to the one before it. */}
        {isEmpty && !isOnlyPage && <SkeletonRows rows={1} height={HUB_ROW_PX} />}
        {friends.data && hubs.length > 0 && (
          <>
            <HubRows
              key={`${onlyUnread} ${listing.order} ${friends.data.pageIndex.curPageNum}`}
              hubs={hubs}
              listing={listing}
              isWaiting={friends.isPlaceholderData}
              growingHubNo={growing?.hubNo ?? null}
              madeHubNo={madeHubNo}
              onAddFriends={grow}
              onLeft={startOver}
            />
            <PageIndex index={friends.data.pageIndex} onGo={goToPage} />
          </>
        )}
      </div>
      <div className={isWide ? 'rooms-workspace__room friends' : 'friends'}>
        <GatheringPanel
          gathering={gathering}
          growing={growing}
          listing={listing}
          searchInput={searchInput}
          onStopGrowing={() => setChosen(null)}
          onReload={() => void friends.refetch()}
          onTry={() => setSaying(null)}
          onCreated={hubNo => {
            filter(false)
            finish(t('hubs.created'), hubNo)
            setMadeHubNo(hubNo)
          }}
          onAdded={() => finish(t('hubs.added'))}
          onRejected={reject}
          onFailed={error => setSaying({ kind: 'error', text: failureText(error) })}
        />
        <div ref={messageLine} tabIndex={-1}>
          <Message kind={saying?.kind ?? 'status'}>{saying?.text}</Message>
          {saying?.hubNo && saying.kind === 'status' && (
            <div className="friends__made">
              <ButtonLink to={paths.discussion(saying.hubNo)}>{t('hubs.openMade')}</ButtonLink>
              <InviteOpener hubNo={saying.hubNo} />
            </div>
          )}
          {saying?.hubNo && saying.kind === 'error' && (
            <Link to={paths.discussion(saying.hubNo)}>{t('hubs.toThatRoom')}</Link>
          )}
        </div>
        {isWide && gathering.found === null && <ChooseRoom hasRooms={!hasNone || onlyUnread} />}
      </div>
    </div>
  )
}
