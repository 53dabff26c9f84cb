import type { NotificationView } from '#protocol/inbox.ts'
import { NOTIFICATION_LINE_MAX, NOTIFICATION_PEOPLE_SHOWN } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import type { FoundNotification } from './notifications.lookup.ts'

/** Those because of whom it is told, who came last first. */
export function peopleOf({ kind, byNos = [], comments, suggestions }: FoundNotification): number[] {
  const answererNo = suggestions[0]?.answer?.writerNo
  if (answererNo !== undefined) return [answererNo]
  if (kind === 'empathy' || kind === 'invited' || kind === 'joined') return byNos.toReversed()
  return [...new Set(inOrder(comments).map(({ writerNo }) => writerNo))]
}

/** The last first. */
function inOrder(comments: FoundNotification['comments']): FoundNotification['comments'] {
  return comments.toSorted((a, b) => b.commentNo - a.commentNo)
}

function othersOf({ userNo, hubs }: FoundNotification): number[] {
  const members = hubs.flatMap(hub => hub.members.map(member => member.userNo))
  return members.filter(no => no !== userNo).slice(0, NOTIFICATION_PEOPLE_SHOWN)
}

/** Everybody whom views of these name. */
export function peopleNamed(found: readonly FoundNotification[]): number[] {
  return found.flatMap(notification => [
    ...peopleOf(notification).slice(0, NOTIFICATION_PEOPLE_SHOWN),
    ...othersOf(notification),
  ])
}

export function notificationView(
  found: FoundNotification,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): NotificationView {
  const { thing, kind, at, unseen = false, hubs, notes, comments, suggestions, device, hasActed } = found
  const byNos = peopleOf(found)
  const [hub] = hubs
  const [note] = notes
  const [comment] = inOrder(comments)
  const [suggestion] = suggestions
  return {
    thing,
    kind,
    at: at.toISOString(),
    isNew: unseen,
    people: byNos.slice(0, NOTIFICATION_PEOPLE_SHOWN).map(userNo => personOrGone(userNo, people, say)),
    peopleCount: byNos.length,
    commentCount: comments.length,
    ...(comment && { comment: { commentNo: comment.commentNo, line: lineOf(comment.text) } }),
    ...(note && { note: { noteNo: note.noteNo, title: note.title } }),
    ...(hub && {
      room: {
        hubNo: hub.hubNo,
        name: hub.name ?? '',
        names: othersOf(found).map(userNo => personOrGone(userNo, people, say).userName),
        memberCount: hub.members.length,
      },
    }),
    ...(suggestion?.answer && {
      opinion: { suggestionNo: suggestion.suggestionNo, line: lineOf(suggestion.answer.opinion) },
    }),
    ...(device !== undefined && { device }),
    ...(hasActed !== undefined && { hasActed }),
  }
}

function lineOf(text: string): string {
  return shortened(text.trimStart().split('\n', 1)[0] ?? '', NOTIFICATION_LINE_MAX)
}
