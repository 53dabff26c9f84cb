import type { NotificationKind } from '#protocol/inbox.ts'
import { type MailChoices, mailKinds } from '#protocol/mailNotifications.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { findUnseenItems, type PushItem } from '#server/features/push/push.items.ts'
import { hubName, pathOf, type TextOptions, textsOf, usersIn } from '#server/features/push/push.texts.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { choicesOf, isDigestOf } from './mailNotifications.service.ts'
import type { MailPlan } from './mailPlans.repository.ts'
import type { MailEntry, NotificationMailContent } from './notificationMails.ts'

/** Entries in one mail; further ones are counted. */
const ENTRIES_MAX = 15

/** Kinds that are notifications of the inbox, with the same names. */
const notificationKinds = mailKinds.filter(kind => kind !== 'note') satisfies NotificationKind[]

/** Items that one mail counts. */
const ITEMS_MAX = 100

/**
 * The content of a mail as of now: the events of its period that are wanted at its frequency, and are still unseen and
 * readable. Null if nothing is left. Muted rooms, blocked users and left rooms are excluded as for push notifications.
 */
export async function findMailContent(
  context: Context,
  user: UserRecord,
  plan: MailPlan,
  t: Translate,
): Promise<NotificationMailContent | null> {
  const { userNo } = user
  const items = await findUnseenItems(
    context,
    {
      userNo,
      since: plan.from,
      until: plan.until,
      limit: ITEMS_MAX,
      ...wishesOf(user, plan, await choicesOf(context, user)),
    },
    new Set(),
  )
  if (items.length === 0) return null
  const people = await context.people.getMany(usersIn(items))
  const options = { people, t }
  const entries = items
    .toSorted((a, b) => timeOf(b).getTime() - timeOf(a).getTime())
    .slice(0, ENTRIES_MAX)
    .map(item => entryOf(item, options))
  const [first] = items
  const room = plan.kind === 'digest' && first?.hub ? { name: hubName(first.hub, options) } : null
  return {
    entries,
    count: items.length,
    room,
    roomPath: plan.hubNo ? `/discussion?hub=${plan.hubNo}` : overviewPath(items),
  }
}

/** New notes are listed with the rooms, not in the inbox. */
function overviewPath(items: readonly PushItem[]): string {
  return items.some(({ of }) => 'news' in of) ? '/inbox' : '/friends'
}

function timeOf({ of }: PushItem): Date {
  return 'share' in of ? of.share.sharedAt : of.news.at
}

/** The kinds and rooms of the mail of a plan. The queries are limited to them, because they return only the newest items of a period. */
function wishesOf(user: UserRecord, { kind, hubNo }: MailPlan, choices: MailChoices) {
  const hasDigest = (hub: HubSummary) => isDigestOf(user.mail?.digests, hub)
  if (kind === 'digest')
    return { kinds: [], wantsShares: (hub: HubSummary) => hub.hubNo === hubNo && hasDigest(hub) }
  return {
    kinds: notificationKinds.filter(each => choices[each] === kind),
    // Notes of a room with a digest are in the digest of the same week.
    wantsShares: (hub: HubSummary) => choices.note === kind && !(kind === 'weekly' && hasDigest(hub)),
  }
}

function entryOf(item: PushItem, options: TextOptions): MailEntry {
  return {
    room: item.hub === null ? '' : hubName(item.hub, options),
    ...textsOf(item, options),
    path: pathOf(item),
  }
}
