import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { RelativeTime, type RelativeTimeProps } from '#client/ui/RelativeTime.tsx'
import type { NotificationView } from '#protocol/inbox.ts'
import { detailOf, pathOf, placeOf, sentenceOf } from './inbox.words.ts'
import { NotificationSign } from './NotificationSign.tsx'

interface NotificationItemProps {
  notification: NotificationView
  onChoose: () => void
  /** How a time is told that is not of the last hour. */
  older: RelativeTimeProps['older']
}

/** An entry, which leads to its thing. */
export function NotificationItem({ notification, onChoose, older }: NotificationItemProps) {
  const people = notification.people.map(({ userNo, userName, profPic }) => ({
    userNo,
    name: userName,
    picture: profPic || null,
  }))
  const detail = detailOf(notification)
  const said = notification.comment?.line ?? notification.opinion?.line
  const place = placeOf(notification)
  return (
    <li>
      <Link
        className={`notification ${notification.isNew ? 'notification--new' : ''}`}
        to={pathOf(notification)}
        onClick={onChoose}
      >
        <span className="notification__faces">
          {people.length > 0 && <AvatarGroup people={people.slice(0, 2)} />}
          <NotificationSign kind={notification.kind} />
        </span>
        <span className="notification__words">
          <span className="notification__sentence">{sentenceOf(notification)}</span>
          {detail && <span className="notification__quote">{detail}</span>}
          {said && (
            <span className="notification__quote">
              “<bdi>{said}</bdi>”
            </span>
          )}
          <span className="notification__place">
            {place && (
              <>
                <bdi>{place}</bdi> ·{' '}
              </>
            )}
            <RelativeTime at={notification.at} older={older} />
          </span>
        </span>
        {notification.isNew && (
          <span className="notification__dot">
            {<span className="visually-hidden">{t('inbox.isNew')}</span>}
          </span>
        )}
      </Link>
    </li>
  )
}
