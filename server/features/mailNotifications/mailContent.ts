import type { MailChoices, MailKind } from '#protocol/mailNotifications.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { findUnseenItems, type PushItem } from '#server/features/push/push.items.ts'
import { hubName, pathOf, type TextOptions, textsOf, usersIn } from '#server/features/push/push.texts.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { choicesOf, isDigestOf } from './mailNotifications.service.ts'
import type { MailPlan } from './mailPlans.repository.ts'
import type { MailEntry, NotificationMailContent } from './notificationMails.ts'

/** Entries in one mail; further ones are counted. */
const ENTRIES_MAX = 15

const KINDS: Partial<Record<string, MailKind>> = {
  mention: 'mention',
  reply: 'reply',
  comment: 'comment',
  invited: 'invited',
}

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
  const choices = await choicesOf(context, user)
  const unseen = await findUnseenItems(context, { userNo, since: plan.from }, new Set())
  const items = unseen.filter(item => {
    const at = timeOf(item)
    return at >= plan.from && at < plan.until && isWanted(item, { user, choices, plan })
  })
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
    roomPath: plan.hubNo ? `/discussion?hub=${plan.hubNo}` : '/inbox',
  }
}

function timeOf({ of }: PushItem): Date {
  return 'share' in of ? of.share.sharedAt : of.news.at
}

interface Wish {
  user: UserRecord
  choices: MailChoices
  plan: MailPlan
}

function isWanted({ of, hub }: PushItem, { user, choices, plan }: Wish): boolean {
  const hasDigest = hub !== null && isDigestOf(user.mail?.digests, hub)
  if (plan.kind === 'digest') return 'share' in of && hub?.hubNo === plan.hubNo && hasDigest
  const kind = 'share' in of ? 'note' : KINDS[of.news.kind]
  if (kind === undefined || choices[kind] !== plan.kind) return false
  // Its notes are in the digest of the same week.
  return !(kind === 'note' && plan.kind === 'weekly' && hasDigest)
}

function entryOf(item: PushItem, options: TextOptions): MailEntry {
  return {
    room: item.hub === null ? '' : hubName(item.hub, options),
    ...textsOf(item, options),
    path: pathOf(item),
  }
}
