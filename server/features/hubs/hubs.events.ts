import type { MemberChange } from '#protocol/hubs.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import { unreadOfMembers } from '#server/features/shares/shares.unread.ts'
import { sayIn } from '#server/platform/say.ts'
import type { ListedHub } from './hubs.listing.ts'
import { hubView, keptView, participantsView, seenView } from './hubs.presenter.ts'
import type { HubRecord } from './hubs.record.ts'

/** An event is for everybody, so what has no name of its own is said in the product's language. */
const say = sayIn(DEFAULT_LANGUAGE)

/** @param news what else there is to say, about one of those who came or went. */
export async function publishMembers(
  context: Context,
  hub: HubRecord,
  news?: Pick<MemberChange, 'kind' | 'userNo'>,
): Promise<void> {
  const people = await context.people.of(
    [...hub.members, ...(news ? [news] : [])].map(({ userNo }) => userNo),
  )
  context.live.emitToHub(hub.hubNo, 'members:changed', {
    ...participantsView(hub, people, say),
    ...(news && { news: { ...news, userName: personOrGone(news.userNo, people, say).userName } }),
  })
}

/** Of two names the one with the higher version is right. */
export async function publishNamed(context: Context, hub: HubRecord, userNo: number): Promise<void> {
  const { hubNo, version, name = '' } = hub
  const person = personOrGone(userNo, await context.people.of([userNo]), say)
  context.live.emitToHub(hubNo, 'hub:named', { hubNo, version, name, userNo, userName: person.userName })
}

/** To those who are in the hub from now on; the inviter's own tabs hear it without a name. */
export async function publishHubAdded(
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

/** Of two numbers the one with the higher revision is right. */
export function publishUnread({ live }: Context, hub: ListedHub, userNo: number): void {
  live.emitToUser(userNo, 'unread:changed', seenView(hub, userNo))
}

/** Of two words the one with the higher revision is right. */
export function publishKept({ live }: Context, hub: ListedHub, userNo: number): void {
  live.emitToUser(userNo, 'hub:kept', keptView(hub, userNo))
}

export function publishHubRemoved(
  { live }: Context,
  { hubNo, version }: Pick<HubRecord, 'hubNo' | 'version'>,
  userNo: number,
): void {
  live.emitToUser(userNo, 'hub:removed', { hubNo, version })
}
