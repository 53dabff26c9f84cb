import { dayName } from '#client/platform/language/days.ts'
import { useLanguage } from '#client/platform/language/language.ts'
import { clockOf } from '#client/platform/language/time.ts'
import type { NewsView } from '#protocol/inbox.ts'
import { byDay } from './inbox.cache.ts'
import { NewsItem } from './NewsItem.tsx'

interface NewsListProps {
  /** The level below the heading of the whole. */
  dayHeading: 'h2' | 'h3'
  news: readonly NewsView[]
  /** One was followed. */
  onChoose: (thing: string) => void
}

/** By day; in a day what is about one note stands together, under its title. */
export function NewsList({ news, dayHeading: DayHeading, onChoose }: NewsListProps) {
  const { language } = useLanguage()
  const now = Date.now()

  return byDay(news, at => dayName(at, language, now)).map(({ day, groups }) => (
    <div key={day}>
      <DayHeading className="inbox__day">{day}</DayHeading>
      {groups.map(group => (
        <div className="news-group" key={group[0]?.thing}>
          {group[0]?.note && (
            <p className="news-group__note" dir="auto">
              {group[0].note.title}
            </p>
          )}
          <ul>
            {group.map(one => (
              <NewsItem key={one.thing} news={one} older={clockOf} onChoose={() => onChoose(one.thing)} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  ))
}
