import { HUB_MEMBERS_MAX, MEMBER_REMOVAL_MS } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { HubRecord } from './hubs.record.ts'

/** Independent of the order of members. */
export function memberKeyOf(userNos: readonly number[]): string {
  return [...new Set(userNos)].sort((a, b) => a - b).join(',')
}

interface Growth {
  members: readonly number[]
  friends: readonly number[]
  /** Members that the caller expects afterwards, with or without the caller. */
  expected: readonly number[]
  callerNo: number
}

/** Returns the users to add, or the reason for a rejection. */
export function planGrowth({
  members,
  friends,
  expected,
  callerNo,
}: Growth): { add: number[] } | { rejected: TextKey } {
  const add = [...new Set(friends)].filter(userNo => !members.includes(userNo))
  if (add.length === 0) return { rejected: 'hubs.sameMembers' }
  const result = [...members, ...add]
  if (memberKeyOf(result) !== memberKeyOf([...expected, callerNo])) return { rejected: 'hubs.membersChanged' }
  if (result.length > HUB_MEMBERS_MAX) return { rejected: 'hubs.tooMany' }
  return { add }
}

/** Until when earlier members may remove a user who joined by a link. */
export function removableUntil({ joinedAt }: { joinedAt: Date }): Date {
  return new Date(joinedAt.getTime() + MEMBER_REMOVAL_MS)
}

/**
 * Reason why one member may not remove another, or null. Only earlier members may, and `members` is in joining order;
 * otherwise new members could remove each other.
 */
export function rejectionToRemove(
  { members }: Pick<HubRecord, 'members'>,
  { byNo, userNo }: { byNo: number; userNo: number },
  now: Date,
): TextKey | null {
  const index = members.findIndex(member => member.userNo === userNo)
  const member = members[index]
  if (member?.cameByLink !== true || now >= removableUntil(member)) return 'invitations.notLately'
  const wasBefore = members.slice(0, index).some(before => before.userNo === byNo)
  return wasBefore ? null : 'invitations.notBefore'
}
