import { useAtomValue } from 'jotai'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { sampleMinute } from './content/minute.ts'
import { firstShareOf } from './lookaround.minute.ts'
import { unreadOf } from './lookaround.unread.ts'
import { minuteAtom, seenAtom, useMinuteRunning } from './useMinute.ts'

/** The home card's live part, in a small file of its own: of the samples it brings the script alone. */

const firstShare = firstShareOf(sampleMinute)

/** Lets the minute begin, up to the first share: the badge calls, and the rest waits for whoever walks in. */
export function MinuteBeginning() {
  useMinuteRunning(firstShare)
  return null
}

/** A sample room's unread number. */
export function RoomUnread({ hubNo }: { hubNo: number }) {
  const minute = useAtomValue(minuteAtom)
  const seen = useAtomValue(seenAtom)
  return <UnreadBadge count={unreadOf(minute, seen, hubNo)} />
}
