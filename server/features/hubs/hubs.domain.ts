import type { Viewer } from '#protocol/access.ts'
import { HUB_CREATED_MEMBERS_MAX } from '#protocol/limits.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { removeThreadsOfHub } from '#server/features/comments/comments.removal.ts'
import { gather } from '#server/features/contacts/contacts.domain.ts'
import { publishNumbers } from '#server/features/inbox/inbox.events.ts'
import { notifyInvited } from '#server/features/inbox/inbox.notify.ts'
import { carryUnread } from '#server/features/shares/shares.unread.ts'
import { withdrawShares } from '#server/features/shares/shares.withdrawal.ts'
import { RequestError } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'
import { publishHubAdded, publishHubRemoved, publishMembers, publishUnread } from './hubs.events.ts'
import { type ListedHub, memberOf, ownHub, withUnread } from './hubs.listing.ts'
import type { HubRecord, MembershipEnd, MembershipKey } from './hubs.record.ts'
import { memberKeyOf, planGrowth } from './hubs.rules.ts'

/** `names`: of those because of whom it is refused, where the sentence names them. */
/** `existingHubNo`: the hub of the same members. */
export type MembershipRejection = { rejected: TextKey; names?: string[]; existingHubNo?: number }
export type MembershipChange = { hub: HubRecord } | MembershipRejection

export async function createHub(
  context: Context,
  viewer: Viewer,
  { candidates, name }: { candidates: number[]; name: string },
): Promise<MembershipChange> {
  const { stores, counters, clock, live } = context
  const userNos = [...new Set([viewer.userNo, ...candidates])]
  if (!candidates.includes(viewer.userNo)) throw new RequestError('invalid', { field: 'candidatesJSON' })
  if (userNos.length === 1) return { rejected: 'hubs.noOneSelected' }
  if (userNos.length > HUB_CREATED_MEMBERS_MAX) return { rejected: 'hubs.tooMany' }
  const gathered = await gather(
    context,
    viewer,
    userNos.filter(userNo => userNo !== viewer.userNo),
  )
  if ('rejected' in gathered) return gathered
  const rejection = await sameMembers(context, userNos)
  if (rejection) return rejection

  const hub = await createWithinQuota(context, ['hubsMade', viewer.userNo], {
    count: () => stores.hubs.countMadeBy(viewer.userNo),
    make: async () => stores.hubs.insert(await counters.next('hub'), userNos, clock(), name),
    async takeBack(made) {
      if (made === 'sameMembers') return
      await stores.hubs.deleteUnannounced(made)
      await live.syncRooms(userNos)
    },
  })
  if (hub === 'sameMembers') return (await sameMembers(context, userNos)) ?? { rejected: 'hubs.sameMembers' }
  await live.syncRooms(userNos)
  await publishHubAdded(context, hub, userNos, viewer.userNo)
  await notifyInvited(context, { hubNo: hub.hubNo, userNos, inviterNo: viewer.userNo })
  return { hub }
}

/** People are compared, never names. Null when they have no hub yet. */
export async function sameMembers(
  { stores }: Context,
  userNos: readonly number[],
): Promise<MembershipRejection | null> {
  const existingHubNo = await stores.hubs.withMembers(memberKeyOf(userNos))
  return existingHubNo === null ? null : { rejected: 'hubs.sameMembers', existingHubNo }
}

export interface GrowthRequest {
  hubNo: number
  friends: number[]
  expected: number[]
}

export async function addFriends(
  context: Context,
  viewer: Viewer,
  { hubNo, friends, expected }: GrowthRequest,
): Promise<MembershipChange> {
  const { stores, clock, live } = context
  const before = await ownHub(context, viewer, hubNo)
  const members = before.members.map(member => member.userNo)
  const plan = planGrowth({ members, friends, expected, callerNo: viewer.userNo })
  if ('rejected' in plan) return plan
  const gathered = await gather(context, viewer, plan.add)
  if ('rejected' in gathered) return gathered
  const declined = gathered.people.filter(({ userNo }) => before.declinedNos?.includes(userNo))
  if (declined.length > 0)
    return { rejected: 'hubs.declined', names: declined.map(person => person.username) }
  const grown = [...members, ...plan.add]
  const rejection = await sameMembers(context, grown)
  if (rejection) return rejection

  const hub = await stores.hubs.grow(hubNo, before.memberKey, plan.add, clock())
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
  await takeOut(context, { hubNo, userNo: viewer.userNo, joinedAt, declines })
}

type MembershipOf = { hubNo: number } & MembershipKey & MembershipEnd

/** Ends a membership and what was shared by it; once begun it will be finished. */
export async function takeOut(context: Context, membership: MembershipOf): Promise<void> {
  const { hubNo, ...member } = membership
  await context.unfinished.run({ kind: 'leaveHub', entityNo: hubNo, ...member }, () =>
    removeMember(context, membership),
  )
}

/**
 * Membership first, so that no share can begin any more; then the rooms; then what was shared, once the room was told why. Safe to
 * repeat, also when the user has been taken in again since: the later membership and its shares stay.
 */
export async function removeMember(context: Context, membership: MembershipOf): Promise<void> {
  const { stores, live } = context
  const { hubNo, userNo } = membership
  const { left, ended = membership } = await shrink(context, membership)
  await live.syncRooms([userNo])
  if (left) await publishMembers(context, left, membership.expels ? { kind: 'expelled', userNo } : undefined)
  await stores.invitations.deleteMadeIn(hubNo, ended)
  const hub = await stores.hubs.byNo(hubNo)
  const later = hub?.members.find(member => member.userNo === userNo)
  await withdrawShares(context, { hubNo, authorNo: userNo, before: later?.joinedAt }, 'left')
  if (later === undefined) await stores.shares.forgetSeenBy(hubNo, userNo)
  await publishNumbers(context, await stores.notifications.forgetRoom(hubNo, userNo, later?.joinedAt))
  if (hub && later === undefined) publishHubRemoved(context, left ?? hub, userNo)
  await stores.hubs.deleteEmpty(hubNo)
  if ((await stores.hubs.byNo(hubNo)) === null) await removeThreadsOfHub(context, hubNo)
}

/** As the hub was left, and which membership has ended; neither when it had ended already. */
interface Shrinking {
  left?: HubRecord
  ended?: MembershipKey
}

/**
 * Tries again while others join and leave in the same moment. Who is expelled may have left, and come again by a link, meanwhile: it
 * is that membership, then, which ends; without one the links are closed to them.
 */
async function shrink({ stores }: Context, membership: MembershipOf): Promise<Shrinking> {
  const { hubNo, userNo, joinedAt, expels: isRemoval = false } = membership
  for (;;) {
    const hub = await stores.hubs.byNo(hubNo)
    const member = hub?.members.find(candidate => candidate.userNo === userNo)
    const isMeant = member?.joinedAt.getTime() === joinedAt.getTime() || (isRemoval && member?.cameByLink)
    if (hub && member && isMeant) {
      const ended = { userNo, joinedAt: member.joinedAt }
      const left = await stores.hubs.shrink(hubNo, hub.memberKey, { ...membership, ...ended })
      if (left) return { left, ended }
    } else if (hub === null || !isRemoval || hub.expelledNos?.includes(userNo)) return {}
    else if (await stores.hubs.closeLinksTo(hubNo, userNo)) return {}
  }
}

/** Up to the share `seq`, or all that is there now. */
export async function markAsRead(
  context: Context,
  viewer: Viewer,
  hubNo: number,
  seq: number | undefined,
): Promise<ListedHub> {
  const { stores } = context
  const last = await stores.shares.lastSeq(hubNo)
  const hub = await stores.hubs.markRead(hubNo, viewer.userNo, Math.min(seq ?? last, last))
  if (hub === null) throw new RequestError('notFound')
  carryUnread(context, hub, [viewer.userNo])
  const listed = await withUnread(context, viewer.userNo, hub)
  publishUnread(context, listed, viewer.userNo)
  return listed
}
