import { Fragment } from 'react'
import { ReactionIcon } from '#client/features/reactions/ReactionToggle.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { AvatarGroup } from '#client/ui/Avatar.tsx'
import { formatBadgeCount } from '#client/ui/Badge.tsx'
import { shortNames } from '#client/ui/names.tsx'
import { RelativeTime, type RelativeTimeProps } from '#client/ui/RelativeTime.tsx'
import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'
import { kindsToMe, type NotificationKind, type NotificationView } from '#protocol/inbox.ts'
import { NOTIFICATION_GROUPED_MAX } from '#protocol/limits.ts'
import './notification.css'

interface NotificationItemProps {
  notification: NotificationView
  /** Quotes only what is addressed to the user. */
  isBrief?: boolean
  onChoose: () => void
  /** Formats times older than an hour. */
  older: RelativeTimeProps['older']
}

/** A notification; links to its target. */
export function NotificationItem({ notification, isBrief = false, onChoose, older }: NotificationItemProps) {
  const people = notification.people.map(({ userNo, userName, profPic }) => ({
    userNo,
    name: userName,
    picture: profPic || null,
  }))
  const quote = notification.comment?.line ?? notification.opinion?.line ?? notification.reason
  const noteTitle = isBrief ? undefined : notification.note?.title
  const hasExcerpt = isBrief ? kindsToMe.includes(notification.kind) : (noteTitle ?? quote) !== undefined
  const places = notificationPlaces(notification)
  return (
    <li>
      <Link
        className={`notification ${notification.isNew ? 'notification--new' : ''}`}
        to={notificationPath(notification)}
        onClick={onChoose}
      >
        <span className="notification__avatars">
          {people.length > 0 && <AvatarGroup people={people.slice(0, 2)} />}
          <NotificationSign kind={notification.kind} />
        </span>
        <span className="notification__text">
          <span className="notification__sentence">{notificationText(notification)}</span>
          {hasExcerpt && (
            <span className="notification__excerpt">
              {noteTitle && <bdi className="notification__note">{noteTitle}</bdi>}
              {noteTitle && quote && ' · '}
              {quote && <bdi>{quote}</bdi>}
            </span>
          )}
          <span className="notification__place">
            {places.map(place => (
              <Fragment key={place}>
                <bdi>{place}</bdi> ·{' '}
              </Fragment>
            ))}
            <RelativeTime at={notification.at} older={older} />
          </span>
        </span>
        {notification.isNew && (
          <span className="notification__dot">
            <span className="visually-hidden">{t('inbox.isNew')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}

const signs = {
  comment: 'talk',
  thread: 'talk',
  reply: 'reply',
  mention: 'mention',
  passage: 'pen',
  invited: 'plus',
  joined: 'plus',
  answer: 'talk',
  device: 'bell',
  report: 'bell',
  takenDown: 'bell',
  backupFailed: 'bell',
} as const satisfies Record<Exclude<NotificationKind, 'empathy'>, ToolIconName>

/** The icon of the kind. Decorative: the text tells the same. */
function NotificationSign({ kind }: { kind: NotificationKind }) {
  return kind === 'empathy' ? <ReactionIcon isMine={false} /> : <ToolIcon name={signs[kind]} />
}

/** The sentence of a notification: who did what. */
export function notificationText(notification: NotificationView): string {
  const { kind, commentCount, comment } = notification
  const count = groupedCount(commentCount, commentCount)
  const who = actorText(notification)
  switch (kind) {
    case 'comment':
      return commentCount > 1 ? t('inbox.comments', { who, count }) : t('inbox.comment', { who })
    case 'thread':
      return commentCount > 1 ? t('inbox.threads', { who, count }) : t('inbox.thread', { who })
    case 'reply':
      return t('inbox.reply', { who })
    case 'mention':
      return t('inbox.mention', { who })
    case 'empathy':
      return t(comment ? 'inbox.empathyComment' : 'inbox.empathyNote', { who })
    case 'passage':
      return t('inbox.passage', { who })
    case 'invited':
      return t('inbox.invited', { who })
    case 'joined':
      return t('inbox.joined', { who })
    case 'answer':
      return t('inbox.answer', { who })
    case 'device':
      return t('inbox.device')
    case 'report':
      return t(notification.hasActed ? 'inbox.reportActed' : 'inbox.reportSeen')
    case 'takenDown':
      return t('inbox.takenDown')
    case 'backupFailed':
      return t('inbox.backupFailed')
  }
}

/** A count from a notification that groups this many. At the maximum, earlier ones are not counted. */
function groupedCount(count: number, grouped: number): number | string {
  return grouped < NOTIFICATION_GROUPED_MAX ? count : formatBadgeCount(NOTIFICATION_GROUPED_MAX)
}

function actorText({ people, peopleCount }: NotificationView): string {
  const name = people[0]?.userName ?? ''
  return peopleCount > 1
    ? t('inbox.whoAndOthers', { name, count: groupedCount(peopleCount - 1, peopleCount) })
    : t('inbox.who', { name })
}

/** The room with its member count if the user is new there, the board or the device. */
export function notificationPlaces({ kind, device, room }: NotificationView): string[] {
  if (kind === 'answer') return [t('shell.opinions')]
  if (kind === 'device') return [device || t('inbox.unknownDevice')]
  if (!room) return []
  const name = room.name || shortNames(room.names, room.memberCount - 1)
  const isNewThere = kind === 'invited' || kind === 'joined'
  return isNewThere ? [name, t('inbox.members', { count: room.memberCount })] : [name]
}

/** The path of the target. */
export function notificationPath({ kind, room, note, comment, people }: NotificationView): string {
  if (kind === 'device') return paths.myInfo
  if (kind === 'report') return paths.inbox
  if (kind === 'answer') return paths.ownOpinions
  if (kind === 'backupFailed') return paths.administration
  if (kind === 'takenDown') return note ? paths.note(note.noteNo) : paths.inbox
  if (!room) return paths.friends
  if (!note) return paths.discussion(room.hubNo)
  // The note opens at the newest highlight of the user.
  if (kind === 'passage' && people[0])
    return `${paths.noteInHub(note.noteNo, room.hubNo)}&by=${people[0].userNo}`
  const placeText = { noteNo: note.noteNo, hubNo: room.hubNo }
  return comment ? paths.commentInHub(placeText, comment.commentNo) : paths.noteInHub(note.noteNo, room.hubNo)
}
