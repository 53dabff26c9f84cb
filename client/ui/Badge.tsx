import { t } from '#client/platform/language/language.ts'
import { shownCount } from './shownCount.ts'
import './Badge.css'

interface UnreadBadgeProps {
  count: number
  /** It counts for nothing beyond its own place. */
  isQuiet?: boolean
  /** What is counted, for who does not see it: unread notes unless said otherwise. */
  says?: 'common.unread' | 'common.waitingReports'
}

/** How many are unread; nothing at all at 0. */
export function UnreadBadge({ count, isQuiet = false, says = 'common.unread' }: UnreadBadgeProps) {
  if (count <= 0) return null
  const shown = shownCount(count)
  return (
    <span className={`badge ${isQuiet ? 'badge--quiet' : ''}`}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t(says, { count: shown })}</span>
    </span>
  )
}

/** The orange mark of oneself. */
export function MeBadge() {
  return <span className="badge badge--me">{t('common.me')}</span>
}
