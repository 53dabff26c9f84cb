import type { MemberChange } from '#protocol/hubs.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import { countUnreadOfMembers } from '#server/features/shares/shares.unread.ts'
import { translatorFor } from '#server/platform/i18n.ts'
import type { ListedHub } from './hubs.listing.ts'
import { hubView, participantsView, preferencesView, seenView } from './hubs.presenter.ts'
import type { HubRecord } from './hubs.record.ts'

/** An event goes to all members, so labels are in the default language. */
const t = translatorFor(DEFAULT_LANGUAGE)

/** @param news additional fields about a user who joined or left. */
export async function publishMembers(
  context: Context,
  hub: HubRecord,
  news?: Pick<MemberChange, 'kind' | 'userNo'>,
): Promise<void> {
  const people = await context.people.getMany(
    [...hub.members, ...(news ? [news] : [])].map(({ userNo }) => userNo),
  )
  context.live.emitToHub(hub.hubNo, 'members:changed', {
    ...participantsView(hub, people, t),
    ...(news && { news: { ...news, userName: personOrDeleted(news.userNo, people, t).userName } }),
  })
}

/** Receivers ignore an event whose version is not higher than the one they know. */
export async function publishName(context: Context, hub: HubRecord, userNo: number): Promise<void> {
  const { hubNo, version, name = '' } = hub
  const person = personOrDeleted(userNo, await context.people.getMany([userNo]), t)
  context.live.emitToHub(hubNo, 'hub:named', { hubNo, version, name, userNo, userName: person.userName })
}

/** To new members; the inviter's own tabs receive it without the inviter's name. */
export async function publishHubAdded(
  context: Context,
  hub: HubRecord,
  addedNos: readonly number[],
  inviterNo: number,
): Promise<void> {
  const [people, unread] = await Promise.all([
    context.people.getMany(hub.members.map(member => member.userNo)),
    countUnreadOfMembers(context, hub),
  ])
  context.live.publishToEach(
    'hub:added',
    addedNos.map(userNo => {
      const listed = { ...hub, numUnreadArticles: unread.get(userNo) ?? 0 }
      const invitedBy = userNo === inviterNo ? '' : (people.get(inviterNo)?.username ?? '')
      return [[userNo], { hub: hubView(listed, people, { userNo }, t), invitedBy }]
    }),
  )
}

/** Receivers ignore a count whose revision is not higher than the one they know. */
export function publishUnread({ live }: Context, hub: ListedHub, userNo: number): void {
  live.emitToUser(userNo, 'unread:changed', seenView(hub, userNo))
}

/** Receivers ignore an event whose revision is not higher than the one they know. */
export function publishPreferences({ live }: Context, hub: ListedHub, userNo: number): void {
  live.emitToUser(userNo, 'hub:kept', preferencesView(hub, userNo))
}

export function publishHubRemoved(
  { live }: Context,
  { hubNo, version }: Pick<HubRecord, 'hubNo' | 'version'>,
  userNo: number,
): void {
  live.emitToUser(userNo, 'hub:removed', { hubNo, version })
}
