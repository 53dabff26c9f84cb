import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { useShownNotices } from './notices.queries.ts'
import './notices.css'

interface NoticeItemProps {
  title: string
  content: string
  /** ISO 8601 or epoch milliseconds. */
  timeCreated: string | number
}

export function NoticeItem({ title, content, timeCreated }: NoticeItemProps) {
  return (
    <article className="notice">
      <h3 className="notice__title" dir="auto">
        {title}
      </h3>
      <p className="notice__time">
        <RelativeTime at={timeCreated} />
      </p>
      <p className="notice__content">{content}</p>
    </article>
  )
}

/** The notices on the home screen, collapsed at first; nothing if there are none. */
export function HomeNotices() {
  const notices = useShownNotices()
  const [isOpen, setOpen] = useState(false)
  const [newest] = notices
  if (newest === undefined) return null
  return (
    <Card className="home-notices" padded={false} aria-labelledby="home-notices">
      <div className="home-notices__header">
        <h2 id="home-notices">
          {t('notices.title')} <span className="home-notices__count">{notices.length}</span>
        </h2>
        {!isOpen && (
          <span className="home-notices__newest" dir="auto">
            {newest.title}
          </span>
        )}
        <Button aria-expanded={isOpen} aria-controls="home-notices-list" onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'home.hideNotices' : 'home.showNotices')}
        </Button>
      </div>
      <div
        className={`home-notices__fold ${isOpen ? 'home-notices__fold--open' : ''}`}
        id="home-notices-list"
      >
        <ul className="home-notices__list">
          {notices.map(notice => (
            <li className="home-notices__row" key={notice.noticeNo}>
              <NoticeItem {...notice} />
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
