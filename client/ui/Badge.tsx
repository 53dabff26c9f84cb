import { t } from '#client/platform/language/language.ts'
import { UNREAD_SHOWN_MAX } from '#protocol/limits.ts'
import './Badge.css'

interface UnreadBadgeProps {
  count: number
  /** The count is not part of the total. */
  isQuiet?: boolean
  /** The label for screen readers. */
  labelKey?: 'common.unread' | 'common.waitingReports'
}

/** Renders nothing at 0. */
export function UnreadBadge({ count, isQuiet = false, labelKey = 'common.unread' }: UnreadBadgeProps) {
  if (count <= 0) return null
  const shown = formatBadgeCount(count)
  return (
    <span className={`badge ${isQuiet ? 'badge--quiet' : ''}`}>
      <span aria-hidden="true">{shown}</span>
      <span className="visually-hidden">{t(labelKey, { count: shown })}</span>
    </span>
  )
}

/** Marks the user's own entry. */
export function MeBadge() {
  return <span className="badge badge--me">{t('common.me')}</span>
}

/** The number as badges show it: '99+' above the maximum. */
export function formatBadgeCount(count: number): string {
  return count > UNREAD_SHOWN_MAX ? `${UNREAD_SHOWN_MAX}+` : String(count)
}
