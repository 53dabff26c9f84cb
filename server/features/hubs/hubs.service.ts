import type { Viewer } from '#protocol/access.ts'
import { HUB_CREATED_MEMBERS_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { removeThreadsOfHub } from '#server/features/comments/comments.removal.ts'
import { resolveCandidates } from '#server/features/contacts/contacts.service.ts'
import { endLostRights } from '#server/features/documents/documents.writers.service.ts'
import { notifyInvited, publishNotificationCounts } from '#server/features/inbox/inbox.events.ts'
import { carryOverUnread } from '#server/features/shares/shares.unread.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'
import { RequestError } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { publishHubAdded, publishHubRemoved, publishMembers, publishUnread } from './hubs.events.ts'
import { type ListedHub, memberOf, ownHub, withUnread } from './hubs.listing.ts'
import type { HubRecord, MembershipEnd, MembershipKey } from './hubs.record.ts'
import { memberKeyOf, planGrowth } from './hubs.rules.ts'

/** `existingHubNo`: the hub with the same members. `names`: users that the message names. */
export type MembershipRejection = { rejected: TextKey; names?: string[]; existingHubNo?: number }
export type MembershipChange = { hub: HubRecord } | MembershipRejection

/** Without other candidates the hub has the viewer only, who can invite by link. */
export async function createHub(
  context: Context,
  viewer: Viewer,
  { candidates, name }: { candidates: number[]; name: string },
): Promise<MembershipChange> {
  const { repositories, counters, clock, live } = context
  const userNos = [...new Set([viewer.userNo, ...candidates])]
  if (!candidates.includes(viewer.userNo)) throw new RequestError('invalid', { field: 'candidatesJSON' })
  if (userNos.length > HUB_CREATED_MEMBERS_MAX) return { rejected: 'hubs.tooMany' }
  const resolvedCandidates = await resolveCandidates(
    context,
    viewer,
    userNos.filter(userNo => userNo !== viewer.userNo),
  )
  if ('rejected' in resolvedCandidates) return resolvedCandidates
  const rejection = await sameMembers(context, userNos)
  if (rejection) return rejection

  const hub = await createWithinQuota(context, ['hubsMade', viewer.userNo], {
    count: () => repositories.hubs.countCreatedBy(viewer.userNo),
    create: async () => repositories.hubs.insert(await counters.next('hub'), userNos, clock(), name),
    async rollback(made) {
      if (made === 'sameMembers') return
      await repositories.hubs.deleteUnpublished(made)
      await live.syncRooms(userNos)
    },
  })
  if (hub === 'sameMembers') return (await sameMembers(context, userNos)) ?? { rejected: 'hubs.sameMembers' }
  await live.syncRooms(userNos)
  await publishHubAdded(context, hub, userNos, viewer.userNo)
  await notifyInvited(context, { hubNo: hub.hubNo, userNos, inviterNo: viewer.userNo })
  return { hub }
}

/** Compares users, not names. Null if there is no such hub. */
export async function sameMembers(
  { repositories }: Context,
  userNos: readonly number[],
): Promise<MembershipRejection | null> {
  const existingHubNo = await repositories.hubs.findNoByMemberKey(memberKeyOf(userNos))
  return existingHubNo === null ? null : { rejected: 'hubs.sameMembers', existingHubNo }
}

interface GrowthRequest {
  hubNo: number
  friends: number[]
  expected: number[]
}

export async function addFriends(
  context: Context,
  viewer: Viewer,
  { hubNo, friends, expected }: GrowthRequest,
): Promise<MembershipChange> {
  const { repositories, clock, live } = context
  const before = await ownHub(context, viewer, hubNo)
  const members = before.members.map(member => member.userNo)
  const plan = planGrowth({ members, friends, expected, callerNo: viewer.userNo })
  if ('rejected' in plan) return plan
  const resolvedCandidates = await resolveCandidates(context, viewer, plan.add)
  if ('rejected' in resolvedCandidates) return resolvedCandidates
  const declined = resolvedCandidates.people.filter(({ userNo }) => before.declinedNos?.includes(userNo))
  if (declined.length > 0)
    return { rejected: 'hubs.declined', names: declined.map(person => person.username) }
  const grown = [...members, ...plan.add]
  const rejection = await sameMembers(context, grown)
  if (rejection) return rejection

  const hub = await repositories.hubs.addMembers(hubNo, before.memberKey, plan.add, clock())
  if (hub === 'sameMembers') return (await sameMembers(context, grown)) ?? { rejected: 'hubs.sameMembers' }
  if (hub === null) return { rejected: 'hubs.membersChanged' }
  await live.syncRooms(plan.add)
  await publishMembers(context, hub)
  await publishHubAdded(context, hub, plan.add, viewer.userNo)
  await notifyInvited(context, { hubNo, userNos: plan.add, inviterNo: viewer.userNo })
  return { hub }
}

export async function leaveHub(
  context: Context,
  viewer: Viewer,
  { hubNo, declines }: { hubNo: number; declines: boolean },
): Promise<void> {
  const { joinedAt } = memberOf(await ownHub(context, viewer, hubNo), viewer.userNo)
  await removeMemberAsJob(context, { hubNo, userNo: viewer.userNo, joinedAt, declines })
}

type MembershipOf = { hubNo: number } & MembershipKey & MembershipEnd

/** Removes a member and withdraws their shares, as a job that is finished after a crash. */
export async function removeMemberAsJob(context: Context, membership: MembershipOf): Promise<void> {
  const { hubNo, ...member } = membership
  await context.jobs.run({ kind: 'leaveHub', entityNo: hubNo, ...member }, () =>
    removeMember(context, membership),
  )
}

/**
 * Ends the membership first, so that no new share can start; then removes the sockets from the room; then withdraws
 * the shares, after members were told why. Idempotent, also if the user has joined again: the later membership and
 * its shares stay.
 */
export async function removeMember(context: Context, membership: MembershipOf): Promise<void> {
  const { repositories, live } = context
  const { hubNo, userNo } = membership
  const { updatedHub, ended = membership } = await endMembership(context, membership)
  await live.syncRooms([userNo])
  await endLostRights(context, { userNo })
  if (updatedHub)
    await publishMembers(context, updatedHub, membership.expels ? { kind: 'expelled', userNo } : undefined)
  await repositories.invitations.deleteByMembership(hubNo, ended)
  await repositories.feeds.deleteByMembership(hubNo, ended)
  const hub = await repositories.hubs.findByNo(hubNo)
  const later = hub?.members.find(member => member.userNo === userNo)
  await withdrawShares(context, { hubNo, authorNo: userNo, before: later?.joinedAt }, 'left')
  // An earlier attempt may have failed after it withdrew a share.
  await endLostRights(context, { ownerNo: userNo })
  if (later === undefined) await repositories.shares.removeFromSeenBy(hubNo, userNo)
  await publishNotificationCounts(
    context,
    await repositories.notifications.removeHub(hubNo, userNo, later?.joinedAt),
  )
  if (hub && later === undefined) publishHubRemoved(context, updatedHub ?? hub, userNo)
  await repositories.hubs.deleteEmpty(hubNo)
  if ((await repositories.hubs.findByNo(hubNo)) === null) await removeThreadsOfHub(context, hubNo)
}

/** The hub after the change and the ended membership; null fields if it had ended before. */
interface EndedMembership {
  updatedHub?: HubRecord
  ended?: MembershipKey
}

/**
 * Retries on concurrent membership changes. A banned user may have left and returned by a link meanwhile: then that
 * membership ends. Without a membership the user is only banned from links.
 */
async function endMembership({ repositories }: Context, membership: MembershipOf): Promise<EndedMembership> {
  const { hubNo, userNo, joinedAt, expels: isRemoval = false } = membership
  for (;;) {
    const hub = await repositories.hubs.findByNo(hubNo)
    const member = hub?.members.find(candidate => candidate.userNo === userNo)
    const isMatch = member?.joinedAt.getTime() === joinedAt.getTime() || (isRemoval && member?.cameByLink)
    if (hub && member && isMatch) {
      const ended = { userNo, joinedAt: member.joinedAt }
      const updatedHub = await repositories.hubs.removeMember(hubNo, hub.memberKey, {
        ...membership,
        ...ended,
      })
      if (updatedHub) return { updatedHub, ended }
    } else if (hub === null || !isRemoval || hub.expelledNos?.includes(userNo)) return {}
    else if (await repositories.hubs.banFromLinks(hubNo, userNo)) return {}
  }
}

/** Up to share `seq`, or all current shares. */
export async function markAsRead(
  context: Context,
  viewer: Viewer,
  hubNo: number,
  seq: number | undefined,
): Promise<ListedHub> {
  const { repositories } = context
  const last = await repositories.shares.lastSeq(hubNo)
  const hub = await repositories.hubs.markRead(hubNo, viewer.userNo, Math.min(seq ?? last, last))
  if (hub === null) throw new RequestError('notFound')
  carryOverUnread(context, hub, [viewer.userNo])
  const listed = await withUnread(context, viewer.userNo, hub)
  publishUnread(context, listed, viewer.userNo)
  return listed
}
