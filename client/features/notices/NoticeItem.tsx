import { RelativeTime } from '#client/ui/RelativeTime.tsx'
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
