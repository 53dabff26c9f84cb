import { useId, useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Confirm } from '#client/ui/Confirm.tsx'

interface LeaveConfirmProps {
  /** Nobody else is in the hub: it goes, and there is nothing to be invited to. */
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
