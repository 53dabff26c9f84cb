import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

/** Says that something is unread on the pages that follow, and leads to where that begins. */
export function OlderUnread({ count, to }: { count: number; to: string }) {
  return (
    <p className="older-unread">
      <Link className="older-unread__link" to={to}>
        <ToolIcon name="up" />
        {t('discussion.unreadOlder', { count: shownCount(count) })}
      </Link>
    </p>
  )
}
