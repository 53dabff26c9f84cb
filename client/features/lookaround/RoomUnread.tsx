import { useAtomValue } from 'jotai'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { sampleMinute } from './content/minute.ts'
import { firstShareOf, unreadOf } from './lookaround.minute.ts'
import { minuteAtom, seenAtom, useMinuteRunning } from './useMinute.ts'

/**
 * The live part of the card on the home page. A separate chunk that contains only the script of the
 * samples.
 */

const firstShare = firstShareOf(sampleMinute)

/** Plays the minute up to the first share, which shows an unread badge. */
export function MinuteStarter() {
  useMinuteRunning(firstShare)
  return null
}

/** The unread badge of a sample room. */
export function RoomUnreadBadge({ hubNo }: { hubNo: number }) {
  const minute = useAtomValue(minuteAtom)
  const seen = useAtomValue(seenAtom)
  return <UnreadBadge count={unreadOf(minute, seen, hubNo)} />
}
