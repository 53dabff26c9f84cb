import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { unreadOfMembers } from '#server/features/shares/shares.unread.ts'
import { sayIn } from '#server/platform/say.ts'
import { hubView, participantsView } from './hubs.presenter.ts'
import type { HubRecord } from './hubs.store.ts'

/** An event is for everybody, so what has no name of its own is said in the product's language. */
const say = sayIn(DEFAULT_LANGUAGE)

export async function announceMembers(context: Context, hub: HubRecord): Promise<void> {
  const people = await context.people.of(hub.members.map(member => member.userNo))
  context.live.emitToHub(hub.hubNo, 'members:changed', participantsView(hub, people, say))
}

/** To those who are in the hub from now on; the inviter's own tabs hear it without a name. */
export async function announceHubAdded(
  context: Context,
  hub: HubRecord,
  addedNos: readonly number[],
  inviterNo: number,
): Promise<void> {
  const [people, unread] = await Promise.all([
    context.people.of(hub.members.map(member => member.userNo)),
    unreadOfMembers(context, hub),
  ])
  context.live.tellEach(
    'hub:added',
    addedNos.map(userNo => {
      const listed = { ...hub, numUnreadArticles: unread.get(userNo) ?? 0 }
      const invitedBy = userNo === inviterNo ? '' : (people.get(inviterNo)?.username ?? '')
      return [[userNo], { hub: hubView(listed, people, { userNo }, say), invitedBy }]
    }),
  )
}

export function announceHubRemoved(
  { live }: Context,
  { hubNo, version }: Pick<HubRecord, 'hubNo' | 'version'>,
  userNo: number,
): void {
  live.emitToUser(userNo, 'hub:removed', { hubNo, version })
}
