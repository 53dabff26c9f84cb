import { t } from '#client/platform/language/language.ts'
import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'
import './Badge.css'

/** How many notes are unread; nothing at all at 0. `isQuiet`: it counts for nothing beyond its own place. */
export function UnreadBadge({ count, isQuiet = false }: { count: number; isQuiet?: boolean }) {
  if (count <= 0) return null
  const shown = count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count)
  return (
    <span className={`badge ${isQuiet ? 'badge--quiet' : ''}`}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t('common.unread', { count: shown })}</span>
    </span>
  )
}

/** The orange mark of oneself. */
export function MeBadge() {
  return <span className="badge badge--me">{t('common.me')}</span>
}
