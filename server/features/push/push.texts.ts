import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { namedUsers, notificationView } from '#server/features/inbox/inbox.presenter.ts'
import type { FoundNotification } from '#server/features/inbox/notifications.record.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { PushItem } from './push.items.ts'

export interface TextOptions {
  people: ReadonlyMap<number, PersonRecord>
  t: Translate
}

/** All users that the texts may name. */
export function usersIn(items: readonly PushItem[]): number[] {
  return items.flatMap(({ of, hub }) => [
    ...('share' in of ? [of.share.authorNo] : namedUsers([of.news])),
    ...(hub?.otherNos ?? []),
  ])
}

export function hubName({ name, otherNos }: HubSummary, { people, t }: TextOptions): string {
  return name || otherNos.map(no => personOrDeleted(no, people, t).userName).join(', ')
}

interface ItemTexts {
  /** Who did what. */
  sentence: string
  /** Of the note; empty if it is about none. */
  title: string
  /** The first line of what was written; empty if there is none. */
  line: string
}

export function textsOf({ of }: PushItem, { people, t }: TextOptions): ItemTexts {
  if ('share' in of) {
    const { userName: name } = personOrDeleted(of.share.authorNo, people, t)
    return { sentence: t('push.message.noteBy', { name }), title: of.share.title, line: '' }
  }
  const view = notificationView(of.news, people, t)
  const name = view.people[0]?.userName ?? ''
  const actor =
    view.peopleCount > 1
      ? t('inbox.whoAndOthers', { name, count: view.peopleCount - 1 })
      : t('inbox.who', { name })
  const line = view.comment?.line ?? view.opinion?.line ?? view.device ?? ''
  return { sentence: sentenceOf(view, actor, t), title: view.note?.title ?? '', line }
}

function sentenceOf(
  { kind, comment, commentCount: count, hasActed }: ReturnType<typeof notificationView>,
  actor: string,
  t: Translate,
): string {
  switch (kind) {
    case 'comment':
      return count > 1 ? t('inbox.comments', { who: actor, count }) : t('inbox.comment', { who: actor })
    case 'thread':
      return count > 1 ? t('inbox.threads', { who: actor, count }) : t('inbox.thread', { who: actor })
    case 'empathy':
      return t(comment ? 'inbox.empathyComment' : 'inbox.empathyNote', { who: actor })
    case 'device':
      return t('inbox.device')
    case 'report':
      return t(hasActed ? 'inbox.reportActed' : 'inbox.reportSeen')
    case 'takenDown':
      return t('inbox.takenDown')
    case 'backupFailed':
      return t('inbox.backupFailed')
    default:
      return t(`inbox.${kind}`, { who: actor })
  }
}

/** Path of the target: that of the notification in the inbox. */
export function pathOf({ of, hub }: PushItem): string {
  if ('share' in of) return noteIn(of.share)
  const { kind, noteNo, notes } = of.news
  if (kind === 'device') return '/user/myinfo'
  if (kind === 'answer') return '/agora?only=own'
  if (kind === 'backupFailed') return '/administration'
  if (kind === 'takenDown' && notes[0]) return `/note?no=${notes[0].noteNo}`
  if (hub === null) return '/inbox'
  if (noteNo === undefined) return `/discussion?hub=${hub.hubNo}`
  const newestNo = of.news.byNos?.at(-1)
  if (kind === 'passage' && newestNo) return `${noteIn({ noteNo, hubNo: hub.hubNo })}&by=${newestNo}`
  const last = lastComment(of.news)
  return noteIn({ noteNo, hubNo: hub.hubNo }) + (last === undefined ? '' : `&comment=${last}`)
}

function noteIn({ noteNo, hubNo }: { noteNo: number; hubNo: number }): string {
  return `/note?no=${noteNo}&hub=${hubNo}`
}

function lastComment({ comments }: FoundNotification): number | undefined {
  return comments.length === 0 ? undefined : Math.max(...comments.map(({ commentNo }) => commentNo))
}
