import { useSetAtom } from 'jotai'
import { useRef } from 'react'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HubRow } from './HubRow.tsx'
import { useHeldOrder } from './useHeldOrder.ts'

interface HubRowsProps {
  hubs: HubView[]
  page: number
  /** The rows of another page are on their way. */
  isWaiting: boolean
  growingHubNo: number | null
  onAddFriends: (hub: HubView) => void
  onLeft: () => void
}

export function HubRows({ hubs, page, isWaiting, growingHubNo, onAddFriends, onLeft }: HubRowsProps) {
  const held = useHeldOrder(hubs)
  const showToast = useSetAtom(showToastAtom)
  const list = useRef<HTMLUListElement>(null)

  function finishLeaving() {
    onLeft()
    showToast({ text: t('hubs.left') })
    // The row had the focus, and is gone.
    list.current?.focus({ preventScroll: true })
  }

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul ref={list} className="hub-rows" tabIndex={-1} {...held.holdProps}>
        {held.hubs.map(hub => (
          <HubRow
            key={hub.hubNo}
            hub={hub}
            page={page}
            isGrowing={hub.hubNo === growingHubNo}
            onAddFriends={() => onAddFriends(hub)}
            onLeft={finishLeaving}
            onFailed={error => showToast({ text: failureText(error) })}
          />
        ))}
      </ul>
    </Card>
  )
}
