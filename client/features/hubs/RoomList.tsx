import { type ReactNode, useState } from 'react'
import { InviteDialog } from '#client/features/invitations/lazyInviteDialog.ts'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { LoadFailure } from '#client/ui/ListStates.tsx'
import { PageIndex } from '#client/ui/PageIndex.tsx'
import type { PersonView } from '#protocol/accounts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { type OpenRoom, withOpenRoom } from './hubs.cache.ts'
import type { HubListingControls } from './hubs.listing.ts'
import type { useHubPage } from './hubs.live.ts'
import { RoomListTools } from './RoomListTools.tsx'
import { RoomRows } from './RoomRows.tsx'
import { RoomSearch } from './RoomSearch.tsx'
import { RoomSkeleton } from './RoomSkeleton.tsx'
import './roomList.css'

const FriendFinder = lazyComponent(
  lazyModule(() => import('./FriendFinder.tsx').then(part => part.FriendFinder)),
  FailedDialog,
)

/** An open dialog. `hub`: friends are added to it, or invited into it; null for a new room. */
type ListDialog =
  | { kind: 'find'; hub: HubView | null; query: string; title: string }
  | { kind: 'invite'; hubNo: number | null }

interface RoomListProps {
  /** The heading of the list. */
  title: ReactNode
  controls: HubListingControls
  friends: ReturnType<typeof useHubPage>
  /** The room beside the list. */
  openHubNo: number | null
  /** Names the page index if the screen has another one. */
  pagesLabel?: string
}

/** All rooms of the user, with the search for friends and the actions on each room. */
export function RoomList({ title, controls, friends, openHubNo, pagesLabel }: RoomListProps) {
  const { listing, goToPage, filter } = controls
  const [dialog, setDialog] = useState<ListDialog | null>(null)
  /** A room that was just created here; the list scrolls to its row. */
  const [createdHubNo, setCreatedHubNo] = useState<number | null>(null)
  const { data } = friends
  const hubs = useRoomsWithOpenOne(data?.hubs, openHubNo, listing.onlyUnread)
  const find = (query = '', hub: HubView | null = null, title = t('hubs.search')) =>
    setDialog({ kind: 'find', hub, query, title })
  const invite = (hubNo: number | null = null) => setDialog({ kind: 'invite', hubNo })
  const close = () => setDialog(null)
  const isEmpty = hubs?.length === 0 && data?.pageIndex.lastPageNum === 1

  return (
    <div className="room-list">
      <div className="room-list__header">
        {title}
        <ActionMenu
          label={t('hubs.start')}
          icon="plus"
          actions={[
            { label: t('hubs.search'), icon: 'addPerson', run: () => find() },
            { label: t('hubs.newRoom'), icon: 'talk', run: () => find('', null, t('hubs.newRoom')) },
            { label: t('invitations.open'), icon: 'link', run: () => invite() },
          ]}
        />
      </div>
      <OwnProfileRow me={data?.me} />
      <RoomSearch onSearch={find} onReload={() => void friends.refetch()} />
      <RoomListTools {...controls} />
      {friends.isPending && <RoomSkeleton />}
      {friends.isError && !data && <p className="room-list__error">{t('hubs.loadFailedHeader')}</p>}
      <LoadFailure query={friends} title={t('hubs.loadFailed')} />
      {isEmpty && (
        <EmptyList isFiltered={listing.onlyUnread} onFind={() => find()} onInvite={() => invite()} />
      )}
      {/* The previous page follows when the last one is empty. */}
      {hubs?.length === 0 && !isEmpty && <RoomSkeleton rows={1} />}
      {data && hubs && hubs.length > 0 && (
        <>
          <RoomRows
            key={`${listing.onlyUnread} ${listing.order} ${data.pageIndex.curPageNum}`}
            hubs={hubs}
            listing={listing}
            isWaiting={friends.isPlaceholderData}
            openHubNo={openHubNo}
            createdHubNo={createdHubNo}
            onCreatedShown={() => setCreatedHubNo(null)}
            onAddFriends={hub => find('', hub)}
            onInvite={({ hubNo }) => invite(hubNo)}
          />
          <PageIndex {...(pagesLabel && { label: pagesLabel })} index={data.pageIndex} onGo={goToPage} />
        </>
      )}
      {dialog?.kind === 'find' && (
        <FriendFinder
          title={dialog.title}
          query={dialog.query}
          targetHub={data?.hubs.find(({ hubNo }) => hubNo === dialog.hub?.hubNo) ?? dialog.hub}
          listing={listing}
          onInvite={() => invite(dialog.hub?.hubNo ?? null)}
          onCreated={hubNo => {
            close()
            filter(false)
            setCreatedHubNo(hubNo)
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'invite' && <InviteDialog hubNo={dialog.hubNo} onClose={close} />}
    </div>
  )
}

/** In a list of unread rooms the open room stays once it is read, until another one is opened. */
function useRoomsWithOpenOne(
  hubs: HubView[] | undefined,
  openHubNo: number | null,
  isUnreadOnly: boolean,
): HubView[] | undefined {
  const [open, setOpen] = useState<OpenRoom | null>(null)
  const place = hubs?.findIndex(({ hubNo }) => hubNo === openHubNo) ?? -1
  const hub = hubs?.[place]
  if (isUnreadOnly && hub && (open?.hub !== hub || open.place !== place)) setOpen({ hub, place })
  const isLeft = !isUnreadOnly || open?.hub.hubNo !== openHubNo
  if (open && !hub && isLeft) setOpen(null)
  return hubs && withOpenRoom(hubs, isLeft ? null : open)
}

/** The space is reserved until the user is loaded. */
function OwnProfileRow({ me }: { me: PersonView | undefined }) {
  return (
    <div className="me-row">
      {me && (
        <>
          <Avatar person={{ userNo: me.userNo, name: me.userName, picture: me.profPic || null }} />
          <p className="me-row__name" dir="auto">
            <Link to={paths.myInfo} title={t('hubs.toMyInfo')}>
              {me.userName}
            </Link>
          </p>
          <MeBadge />
        </>
      )}
    </div>
  )
}

interface EmptyListProps {
  isFiltered: boolean
  onFind: () => void
  onInvite: () => void
}

function EmptyList({ isFiltered, onFind, onInvite }: EmptyListProps) {
  if (isFiltered) return <p className="room-list__all-read">{t('hubs.allRead')}</p>
  return (
    <div className="room-list__empty">
      <p className="room-list__empty-title">{t('hubs.firstRoom')}</p>
      <p className="room-list__empty-hint">{t('hubs.empty')}</p>
      <div className="room-list__empty-actions">
        <Button kind="primary" onClick={onFind}>
          {t('hubs.search')}
        </Button>
        <Button onClick={onInvite}>{t('hubs.sendInvitation')}</Button>
      </div>
    </div>
  )
}
