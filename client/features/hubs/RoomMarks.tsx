import { t } from '#client/platform/language/language.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import type { HubView } from '#protocol/hubs.ts'
import './roomRow.css'

/** How one keeps a room: on top, or silent. For the eye; `keptText` says it. */
export function RoomMarks({ isPinned, isMuted }: Pick<HubView, 'isPinned' | 'isMuted'>) {
  if (!isPinned && !isMuted) return null
  return (
    <span className="room-marks">
      {isPinned && <ToolIcon name="pin" />}
      {isMuted && <ToolIcon name="bellOff" />}
    </span>
  )
}

/** The same for who is read to; empty without any. */
export function keptText({ isPinned, isMuted }: Pick<HubView, 'isPinned' | 'isMuted'>): string {
  const marks = [isPinned && t('hubs.isPinned'), isMuted && t('hubs.isMuted')]
  return marks.filter(mark => mark).join(', ')
}
