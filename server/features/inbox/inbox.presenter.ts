import type { NotificationKind, NotificationView } from '#protocol/inbox.ts'
import { NOTIFICATION_LINE_MAX, NOTIFICATION_PEOPLE_SHOWN } from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { FoundNotification } from './notifications.record.ts'

/** Where each kind has the users who caused it: in `byNos`, as the writers of its comments, or as the writer of the answer. */
const USERS_IN = {
  comment: 'comments',
  thread: 'comments',
  reply: 'comments',
  mention: 'comments',
  empathy: 'byNos',
  passage: 'byNos',
  invited: 'byNos',
  joined: 'byNos',
  answer: 'answer',
  device: null,
  report: null,
  takenDown: null,
  backupFailed: null,
} as const satisfies Record<NotificationKind, 'comments' | 'byNos' | 'answer' | null>

/** Users who caused the notification, latest first. */
export function usersOf({ kind, byNos = [], comments, suggestions }: FoundNotification): number[] {
  switch (USERS_IN[kind]) {
    case 'comments':
      return [...new Set(newestFirst(comments).map(({ writerNo }) => writerNo))]
    case 'byNos':
      return byNos.toReversed()
    case 'answer':
      return suggestions.flatMap(({ answer }) => answer?.writerNo ?? [])
    default:
      return []
  }
}

/** Newest first. */
function newestFirst(comments: FoundNotification['comments']): FoundNotification['comments'] {
  return comments.toSorted((a, b) => b.commentNo - a.commentNo)
}

function othersOf({ userNo, hubs }: FoundNotification): number[] {
  const members = hubs.flatMap(hub => hub.members.map(member => member.userNo))
  return members.filter(no => no !== userNo).slice(0, NOTIFICATION_PEOPLE_SHOWN)
}

/** All users named in the views. */
export function namedUsers(found: readonly FoundNotification[]): number[] {
  return found.flatMap(notification => [
    ...usersOf(notification).slice(0, NOTIFICATION_PEOPLE_SHOWN),
    ...othersOf(notification),
  ])
}

export function notificationView(
  found: FoundNotification,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): NotificationView {
  const {
    thing,
    kind,
    at,
    unseen = false,
    hubs,
    notes,
    comments,
    suggestions,
    device,
    hasActed,
    reason,
  } = found
  const byNos = usersOf(found)
  const [hub] = hubs
  const [note] = notes
  const [comment] = newestFirst(comments)
  const [suggestion] = suggestions
  return {
    thing,
    kind,
    at: at.toISOString(),
    isNew: unseen,
    people: byNos.slice(0, NOTIFICATION_PEOPLE_SHOWN).map(userNo => personOrDeleted(userNo, people, t)),
    peopleCount: byNos.length,
    commentCount: comments.length,
    ...(comment && { comment: { commentNo: comment.commentNo, line: lineOf(comment.text) } }),
    ...(note && { note: { noteNo: note.noteNo, title: note.title } }),
    ...(hub && {
      room: {
        hubNo: hub.hubNo,
        name: hub.name ?? '',
        names: othersOf(found).map(userNo => personOrDeleted(userNo, people, t).userName),
        memberCount: hub.members.length,
      },
    }),
    ...(suggestion?.answer && {
      opinion: { suggestionNo: suggestion.suggestionNo, line: lineOf(suggestion.answer.opinion) },
    }),
    ...(device !== undefined && { device }),
    ...(hasActed !== undefined && { hasActed }),
    ...(reason !== undefined && { reason }),
  }
}

function lineOf(text: string): string {
  return truncateText(text.trimStart().split('\n', 1)[0] ?? '', NOTIFICATION_LINE_MAX)
}
