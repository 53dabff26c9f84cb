import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { HubLink } from './HubLink.tsx'
import { isAlone } from './hubs.members.ts'
import { type HubListing, useLeaveHub, useMarkAsRead } from './hubs.queries.ts'
import { LeaveConfirm } from './LeaveConfirm.tsx'
import { RoomMenu } from './RoomMenu.tsx'

interface HubRowProps {
  hub: HubView
  /** One is in it no longer; it only keeps its place. */
  isGone: boolean
  listing: HubListing
  /** Somebody in it is blocked by the user. */
  hasBlocked: boolean
  /** Friends are being sought for this hub. */
  isGrowing: boolean
  /** It is led to. */
  isJustMade: boolean
  /** It is about to be pinned, or to be let go. */
  onPinning: () => void
  onAddFriends: () => void
  onLeft: () => void
  onFailed: (error: unknown) => void
}

export function HubRow({ hub, isGone, listing, hasBlocked, isGrowing, isJustMade, ...on }: HubRowProps) {
  const { onPinning, onAddFriends, onLeft, onFailed } = on
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hub.hubNo), [hub.hubNo]))
  const { userNo } = useAtomValue(authAtom)
  const [asksToLeave, setAsksToLeave] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const reading = useMarkAsRead(listing)
  const leaving = useLeaveHub(listing)
  const namesId = `hub-${hub.hubNo}`

  useEffect(() => {
    if (!isJustMade) return
    link.current?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'center' })
  }, [isJustMade])

  function read() {
    reading.mutate(hub.hubNo, {
      // The button is gone then: the focus needs another place, unless it has one by now.
      onSuccess: () => row.current?.contains(document.activeElement) && link.current?.focus(),
      onError: onFailed,
    })
  }

  /** Awaited here, because an event may take the row away before the answer comes. */
  async function leave(declineInvitations: boolean) {
    try {
      await leaving.mutateAsync({ targetHubNo: hub.hubNo, declineInvitations })
      onLeft()
    } catch (error) {
      setAsksToLeave(false)
      onFailed(error)
    }
  }

  return (
    <li
      ref={row}
      className={`hub-row ${isGrowing ? 'hub-row--growing' : ''} ${isGone ? 'hub-row--gone' : ''}`}
      inert={isGone}
    >
      <HubLink
        ref={link}
        hub={hub}
        isGone={isGone}
        unread={unread}
        namesId={namesId}
        hasBlocked={hasBlocked}
      />
      <div className="hub-row__actions">
        {unread > 0 && (
          <Button kind="quiet" busy={reading.isPending} onClick={read} aria-describedby={namesId}>
            {t('hubs.markAsRead')}
          </Button>
        )}
        <Button kind="quiet" onClick={onAddFriends} aria-pressed={isGrowing} aria-describedby={namesId}>
          {t('hubs.addFriends')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => setAsksToLeave(asks => !asks)}
          aria-expanded={asksToLeave}
          aria-describedby={namesId}
        >
          {t('hubs.leave')}
        </Button>
        <RoomMenu hub={hub} onPinning={onPinning} />
      </div>
      {asksToLeave && (
        <div className="hub-row__confirm">
          <LeaveConfirm
            isLast={isAlone(hub, userNo)}
            busy={leaving.isPending}
            onLeave={declineInvitations => void leave(declineInvitations)}
            onCancel={() => setAsksToLeave(false)}
          />
        </div>
      )}
    </li>
  )
}
