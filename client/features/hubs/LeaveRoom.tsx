import { useQuery } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { ifStillHere } from '#client/platform/router/ifStillHere.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { allHubs, hubInfoQuery, useLeaveHub } from './hubs.queries.ts'
import { LeaveConfirm } from './LeaveConfirm.tsx'
import './leaveRoom.css'

/** Leaves a room from within, after asking, and leads to those that remain. */
export function LeaveRoom({ hubNo }: { hubNo: number }) {
  const { userNo } = useAtomValue(authAtom)
  const [asks, setAsks] = useState(false)
  // In a room it is known already.
  const { data: room } = useQuery({ ...hubInfoQuery(hubNo), enabled: asks })
  const leaving = useLeaveHub(allHubs)
  const navigate = useNavigate()
  const showToast = useSetAtom(showToastAtom)

  /** Awaited here, because an event may take the screen away before the answer comes. */
  async function leave(declineInvitations: boolean) {
    const leadOut = ifStillHere(() => void navigate(paths.friends))
    try {
      await leaving.mutateAsync({ targetHubNo: hubNo, declineInvitations })
      showToast({ text: t('hubs.left') })
      leadOut()
    } catch (error) {
      setAsks(false)
      showToast({ text: failureText(error) })
    }
  }

  return (
    <div className="leave-room">
      <Button kind="quiet-danger" aria-expanded={asks} onClick={() => setAsks(!asks)}>
        {t('hubs.leaveRoom')}
      </Button>
      {asks && (
        <LeaveConfirm
          isLast={room?.participants.every(member => member.userNo === userNo) ?? false}
          busy={leaving.isPending}
          onLeave={declineInvitations => void leave(declineInvitations)}
          onCancel={() => setAsks(false)}
        />
      )}
    </div>
  )
}
