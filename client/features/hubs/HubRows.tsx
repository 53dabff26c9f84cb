import { useSetAtom } from 'jotai'
import { useBlockedNos } from '#client/features/blocking/blocking.queries.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import type { HubView } from '#protocol/hubs.ts'
import { HubRow } from './HubRow.tsx'
import type { HubListing } from './hubs.queries.ts'
import { useStableRows } from './useStableRows.ts'

interface HubRowsProps {
  hubs: HubView[]
  listing: HubListing
  /** The rows of another page are on their way. */
  isWaiting: boolean
  growingHubNo: number | null
  /** The room that was just made, if any. */
  madeHubNo: number | null
  onAddFriends: (hub: HubView) => void
  onLeft: () => void
}

export function HubRows({ hubs, listing, isWaiting, growingHubNo, madeHubNo, ...on }: HubRowsProps) {
  const { onAddFriends, onLeft } = on
  const held = useStableRows(hubs)
  const blockedNos = useBlockedNos()
  const showToast = useSetAtom(showToastAtom)

  function finishLeaving(hubNo: number) {
    onLeft()
    showToast({ text: t('hubs.left') })
    held.letGo(hubNo)
  }

  return (
    <Card padded={false} aria-busy={isWaiting}>
      <ul className="hub-rows" {...held.listProps}>
        {held.rows.map(({ hub, isGone }) => (
          <HubRow
            key={hub.hubNo}
            hub={hub}
            isGone={isGone}
            listing={listing}
            hasBlocked={hub.userNos.some(userNo => blockedNos.has(userNo))}
            isJustMade={hub.hubNo === madeHubNo}
            isGrowing={hub.hubNo === growingHubNo}
            onPinning={held.letMove}
            onAddFriends={() => onAddFriends(hub)}
            onLeft={() => finishLeaving(hub.hubNo)}
            onFailed={error => showToast({ text: failureText(error) })}
          />
        ))}
      </ul>
    </Card>
  )
}
