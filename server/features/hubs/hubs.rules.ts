import { HUB_MEMBERS_MAX, MEMBER_REMOVAL_MS } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { HubRecord } from './hubs.record.ts'

/** The same people, in whatever order, have the same key. */
export function memberKeyOf(userNos: readonly number[]): string {
  return [...new Set(userNos)].sort((a, b) => a - b).join(',')
}

export interface Growth {
  members: readonly number[]
  friends: readonly number[]
  /** The members that the caller believes will result; the caller may or may not count themselves in. */
  expected: readonly number[]
  callerNo: number
}

/** Whom to add, or why nobody is added. */
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

/** Until when those who were there before may take out somebody who came by a link. */
export function removableUntil({ joinedAt }: { joinedAt: Date }): Date {
  return new Date(joinedAt.getTime() + MEMBER_REMOVAL_MS)
}

/**
 * Why one member may not take out another now; null when they may. Only who was there before may, and members stand in joining
 * order: or those who have just come could take out each other.
 */
export function rejectionToRemove(
  { members }: Pick<HubRecord, 'members'>,
  { byNo, userNo }: { byNo: number; userNo: number },
  now: Date,
): TextKey | null {
  const place = members.findIndex(member => member.userNo === userNo)
  const member = members[place]
  if (member?.cameByLink !== true || now >= removableUntil(member)) return 'invitations.notLately'
  const wasBefore = members.slice(0, place).some(before => before.userNo === byNo)
  return wasBefore ? null : 'invitations.notBefore'
}
