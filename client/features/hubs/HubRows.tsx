import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useBlockedNos } from '#client/features/blocking/blocking.queries.ts'
import { unreadOfHubAtom } from '#client/live/unread.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ActionMenu } from '#client/ui/Dropdown.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HubLink } from './HubLink.tsx'
import { isAlone, nameOfHub } from './hubs.members.ts'
import {
  type HubListing,
  type PreferenceChange,
  useLeaveHub,
  useMarkAsRead,
  useUpdatePreferences,
} from './hubs.queries.ts'
import { LeaveConfirm } from './LeaveRoom.tsx'
import { useStableRows } from './useStableRows.ts'

interface HubRowsProps {
  hubs: HubView[]
  listing: HubListing
  /** Another page is being fetched. */
  isWaiting: boolean
  pickerHubNo: number | null
  /** The room that was just created, if any. */
  createdHubNo: number | null
  onAddFriends: (hub: HubView) => void
  onLeft: () => void
}

export function HubRows({ hubs, listing, isWaiting, pickerHubNo, createdHubNo, ...on }: HubRowsProps) {
  const { onAddFriends, onLeft } = on
  const stable = useStableRows(hubs)
  const blockedNos = useBlockedNos()
  const showToast = useSetAtom(showToastAtom)

  function finishLeaving(hubNo: number) {
    onLeft()
    showToast({ text: t('hubs.left') })
    stable.removeRow(hubNo)
  }

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul className="hub-rows" {...stable.listProps}>
        {stable.rows.map(({ hub, isGone }) => (
          <HubRow
            key={hub.hubNo}
            hub={hub}
            isGone={isGone}
            listing={listing}
            hasBlocked={hub.userNos.some(userNo => blockedNos.has(userNo))}
            isJustCreated={hub.hubNo === createdHubNo}
            isTarget={hub.hubNo === pickerHubNo}
            onPinning={stable.allowReorder}
            onAddFriends={() => onAddFriends(hub)}
            onLeft={() => finishLeaving(hub.hubNo)}
            onFailed={error => showToast({ text: failureText(error) })}
          />
        ))}
      </ul>
    </Card>
  )
}

interface HubRowProps {
  hub: HubView
  /** The user has left the room; the row is a placeholder. */
  isGone: boolean
  listing: HubListing
  /** The user has blocked a member. */
  hasBlocked: boolean
  /** Friends are being added to this hub. */
  isTarget: boolean
  /** The row is scrolled into view. */
  isJustCreated: boolean
  /** Called before the room is pinned or unpinned. */
  onPinning: () => void
  onAddFriends: () => void
  onLeft: () => void
  onFailed: (error: unknown) => void
}

function HubRow({
  hub,
  isGone,
  listing,
  hasBlocked,
  isTarget,
  isJustCreated,
  onPinning,
  onAddFriends,
  onLeft,
  onFailed,
}: HubRowProps) {
  const unread = useAtomValue(useMemo(() => unreadOfHubAtom(hub.hubNo), [hub.hubNo]))
  const { userNo } = useAtomValue(authAtom)
  const [isConfirmingLeave, setConfirmingLeave] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const reading = useMarkAsRead(listing)
  const leaving = useLeaveHub(listing)
  const namesId = `hub-${hub.hubNo}`

  useEffect(() => {
    if (!isJustCreated) return
    link.current?.focus({ preventScroll: true })
    row.current?.scrollIntoView({ block: 'center' })
  }, [isJustCreated])

  function read() {
    reading.mutate(hub.hubNo, {
      // The button is removed, so move the focus unless it is elsewhere.
      onSuccess: () => row.current?.contains(document.activeElement) && link.current?.focus(),
      onError: onFailed,
    })
  }

  /** Mutation callbacks do not run after unmount, and an event may remove the row before the response. */
  async function leave(declineInvitations: boolean) {
    try {
      await leaving.mutateAsync({ targetHubNo: hub.hubNo, declineInvitations })
      onLeft()
    } catch (error) {
      setConfirmingLeave(false)
      onFailed(error)
    }
  }

  return (
    <li
      ref={row}
      className={`hub-row ${isTarget ? 'hub-row--target' : ''} ${isGone ? 'hub-row--gone' : ''}`}
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
        <Button kind="quiet" onClick={onAddFriends} aria-pressed={isTarget} aria-describedby={namesId}>
          {t('hubs.addFriends')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => setConfirmingLeave(asks => !asks)}
          aria-expanded={isConfirmingLeave}
          aria-describedby={namesId}
        >
          {t('hubs.leave')}
        </Button>
        <RoomMenu hub={hub} onPinning={onPinning} />
      </div>
      {isConfirmingLeave && (
        <div className="hub-row__confirm">
          <LeaveConfirm
            isLast={isAlone(hub, userNo)}
            busy={leaving.isPending}
            onLeave={declineInvitations => void leave(declineInvitations)}
            onCancel={() => setConfirmingLeave(false)}
          />
        </div>
      )}
    </li>
  )
}

/** Pins or mutes a room for the user only, with undo. */
function RoomMenu({ hub, onPinning }: { hub: HubView; onPinning: () => void }) {
  const { userNo } = useAtomValue(authAtom)
  const showToast = useSetAtom(showToastAtom)
  const preferences = useUpdatePreferences()
  const { hubNo, isPinned = false, isMuted = false } = hub

  function changePreference(change: PreferenceChange, message: string) {
    const reverse = 'isMuted' in change ? { isMuted: !change.isMuted } : { isPinned: !change.isPinned }
    const showError = (error: Error) => showToast({ text: failureText(error) })
    const isPinning = 'isPinned' in change
    const undo = () => {
      if (isPinning) onPinning()
      preferences.mutate({ hubNo, ...reverse }, { onError: showError })
    }
    if (isPinning) onPinning()
    preferences.mutate(
      { hubNo, ...change },
      {
        onSuccess: () => showToast({ text: message, action: { label: t('common.undo'), run: undo } }),
        onError: showError,
      },
    )
  }

  return (
    <ActionMenu
      label={t('hubs.more', { name: nameOfHub(hub, userNo) })}
      actions={[
        {
          label: t(isPinned ? 'hubs.unpin' : 'hubs.pin'),
          icon: 'pin',
          run: () => changePreference({ isPinned: !isPinned }, t(isPinned ? 'hubs.unpinned' : 'hubs.pinned')),
        },
        {
          label: t(isMuted ? 'hubs.unmute' : 'hubs.mute'),
          icon: 'bellOff',
          run: () => changePreference({ isMuted: !isMuted }, t(isMuted ? 'hubs.unmuted' : 'hubs.muted')),
        },
      ]}
    />
  )
}
