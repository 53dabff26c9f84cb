import { dayName } from '#client/platform/language/days.ts'
import { useLanguage } from '#client/platform/language/language.ts'
import { clockOf } from '#client/platform/language/time.ts'
import type { NotificationView } from '#protocol/inbox.ts'
import { byDay } from './inbox.cache.ts'
import { NotificationItem } from './NotificationItem.tsx'

interface NotificationListProps {
  /** The level below the heading of the whole. */
  dayHeading: 'h2' | 'h3'
  notifications: readonly NotificationView[]
  /** One was followed. */
  onChoose: (thing: string) => void
}

/** By day; in a day what is about one note stands together, under its title. */
export function NotificationList({ notifications, dayHeading: DayHeading, onChoose }: NotificationListProps) {
  const { language } = useLanguage()
  const now = Date.now()

  return byDay(notifications, at => dayName(at, language, now)).map(({ day, groups }) => (
    <div key={day}>
      <DayHeading className="inbox__day">{day}</DayHeading>
      {groups.map(group => (
        <div className="notification-group" key={group[0]?.thing}>
          {group[0]?.note && (
            <p className="notification-group__note" dir="auto">
              {group[0].note.title}
            </p>
          )}
          <ul>
            {group.map(one => (
              <NotificationItem
                key={one.thing}
                notification={one}
                older={clockOf}
                onChoose={() => onChoose(one.thing)}
              />
            ))}
          </ul>
        </div>
      ))}
    </div>
  ))
}
