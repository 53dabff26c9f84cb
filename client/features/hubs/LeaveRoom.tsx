import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/navigation.tsx'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { allHubs, type HubListing, hubInfoQuery, useLeaveHub } from './hubs.queries.ts'
import './leaveRoom.css'

/** A button with the question of `LeaveRoomConfirm`. */
export function LeaveRoom({ hubNo }: { hubNo: number }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className="leave-room">
      <Button kind="quiet-danger" aria-expanded={isConfirming} onClick={() => setConfirming(!isConfirming)}>
        {t('hubs.leaveRoom')}
      </Button>
      {isConfirming && <LeaveRoomConfirm hubNo={hubNo} onClose={() => setConfirming(false)} />}
    </div>
  )
}

/** Leaves the open room after a confirmation, then opens the room list. */
export function LeaveRoomConfirm({ hubNo, onClose }: { hubNo: number; onClose: () => void }) {
  const { userNo } = useAtomValue(authAtom)
  // Cached if the room is open.
  const { data: room } = useQuery(hubInfoQuery(hubNo))
  const { leave, isLeaving } = useLeaving(allHubs, hubNo)
  const navigate = useNavigate()

  return (
    <LeaveConfirm
      isLast={room?.participants.every(member => member.userNo === userNo) ?? false}
      busy={isLeaving}
      onLeave={declineInvitations => {
        const onLeft = ifStillHere(() => void navigate(paths.friends))
        void leave(declineInvitations, { onLeft, onFailed: onClose })
      }}
      onCancel={onClose}
    />
  )
}

interface LeavingResult {
  onLeft: () => void
  onFailed: () => void
}

/** Mutation callbacks do not run after unmount, and an event may remove the room before the response, hence the promise. */
export function useLeaving(listing: HubListing, hubNo: number) {
  const leaving = useLeaveHub(listing)
  const showToast = useSetAtom(showToastAtom)

  async function leave(declineInvitations: boolean, { onLeft, onFailed }: LeavingResult): Promise<void> {
    try {
      await leaving.mutateAsync({ targetHubNo: hubNo, declineInvitations })
      showToast({ text: t('hubs.left') })
      onLeft()
    } catch (error) {
      onFailed()
      showToast({ text: failureText(error) })
    }
  }

  return { leave, isLeaving: leaving.isPending }
}

interface LeaveConfirmProps {
  /** The user is the last member: the hub is deleted, so no invitation can follow. */
  isLast: boolean
  busy: boolean
  onLeave: (declineInvitations: boolean) => void
  onCancel: () => void
}

export function LeaveConfirm({ isLast, busy, onLeave, onCancel }: LeaveConfirmProps) {
  const [declines, setDeclines] = useState(false)
  const detailId = useId()
  return (
    <Confirm
      question={t(isLast ? 'hubs.leaveAskLast' : 'hubs.leaveAsk')}
      detail={
        !isLast && (
          <>
            <p>{t('hubs.leaveAskDetail')}</p>
            <Checkbox
              label={t('hubs.declineInvitations')}
              checked={declines}
              onChange={setDeclines}
              describedBy={detailId}
            />
            <p id={detailId}>{t('hubs.declineDetail')}</p>
          </>
        )
      }
      confirmLabel={t('hubs.leaveConfirm')}
      busy={busy}
      onConfirm={() => onLeave(declines)}
      onCancel={onCancel}
    />
  )
}
