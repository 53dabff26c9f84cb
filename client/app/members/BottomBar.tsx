import { useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { memberMenu } from '#client/app/MemberMenu.tsx'
import { menuScreen } from '#client/app/MenuLink.tsx'
import { newNotificationsAtom } from '#client/live/counts.ts'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useKeyboardOpen } from '#client/platform/browser/device.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { formatBadgeCount, UnreadBadge } from '#client/ui/Badge.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import './bottomBar.css'

/** The main navigation on phones. Hidden while the keyboard is open, and in the editor (see the style sheet). */
export function BottomBar() {
  const screen = menuScreen(useLocation())
  const unread = useAtomValue(unreadTotalAtom)
  const isKeyboardOpen = useKeyboardOpen()
  if (isKeyboardOpen) return null
  const currentPath = memberMenu.find(({ screens }) => screens.includes(screen))?.path
  const ariaCurrent = (path: string) => (currentPath === path ? 'page' : undefined)
  return createPortal(
    <nav className="bottom-bar no-print" aria-label={t('shell.bottomBar')}>
      <Link className="bottom-bar__link" to={paths.topics} aria-current={ariaCurrent(paths.topics)}>
        <ToolIcon name="note" />
        {t('shell.shortNotes')}
      </Link>
      <Link className="bottom-bar__link" to={paths.friends} aria-current={ariaCurrent(paths.friends)}>
        <ToolIcon name="talk" />
        {t('shell.shortFriends')}
        <UnreadBadge count={unread} />
      </Link>
      <Link className="bottom-bar__link bottom-bar__link--new" to={paths.newNote}>
        <ToolIcon name="plus" />
        {t('shell.shortNewNote')}
      </Link>
      <InboxLink isCurrent={screen === paths.inbox} />
    </nav>,
    document.body,
  )
}

function InboxLink({ isCurrent }: { isCurrent: boolean }) {
  const count = useAtomValue(newNotificationsAtom)
  const shownCount = formatBadgeCount(count)
  return (
    <Link
      className="bottom-bar__link"
      to={paths.inbox}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={count > 0 ? t('inbox.bell', { count: shownCount }) : t('inbox.bellNone')}
    >
      <ToolIcon name="bell" />
      {t('inbox.title')}
      {count > 0 && (
        <span className="badge">
          <DecorativeText words={shownCount} />
        </span>
      )}
    </Link>
  )
}
