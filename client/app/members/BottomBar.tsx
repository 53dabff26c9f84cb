import { useAtomValue } from 'jotai'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { memberMenu, menuScreen } from '#client/app/menu.ts'
import { newNotificationsAtom } from '#client/live/notifications.count.ts'
import { unreadTotalAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useKeyboardOpen } from '#client/platform/browser/useKeyboardOpen.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { shownCount } from '#client/ui/shownCount.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import './bottomBar.css'

/** On phones, where the thumb is: the ways of every day. Not while a keyboard takes the room, nor in the editor (see its style). */
export function BottomBar() {
  const screen = menuScreen(useLocation())
  const unread = useAtomValue(unreadTotalAtom)
  const isWriting = useKeyboardOpen()
  if (isWriting) return null
  const here = memberMenu.find(({ screens }) => screens.includes(screen))?.path
  const current = (path: string) => (here === path ? 'page' : undefined)
  return createPortal(
    <nav className="bottom-bar no-print" aria-label={t('shell.bottomBar')}>
      <Link className="bottom-bar__way" to={paths.topics} aria-current={current(paths.topics)}>
        <ToolIcon name="note" />
        {t('shell.shortNotes')}
      </Link>
      <Link className="bottom-bar__way" to={paths.friends} aria-current={current(paths.friends)}>
        <ToolIcon name="talk" />
        {t('shell.shortFriends')}
        <UnreadBadge count={unread} />
      </Link>
      <Link className="bottom-bar__way bottom-bar__way--new" to={paths.newNote}>
        <ToolIcon name="plus" />
        {t('shell.shortNewNote')}
      </Link>
      <InboxWay isCurrent={screen === paths.inbox} />
    </nav>,
    document.body,
  )
}

function InboxWay({ isCurrent }: { isCurrent: boolean }) {
  const count = useAtomValue(newNotificationsAtom)
  const shown = shownCount(count)
  return (
    <Link
      className="bottom-bar__way"
      to={paths.inbox}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={count > 0 ? t('inbox.bell', { count: shown }) : t('inbox.bellNone')}
    >
      <ToolIcon name="bell" />
      {t('inbox.title')}
      {count > 0 && (
        <span className="badge">
          <DecorativeText words={shown} />
        </span>
      )}
    </Link>
  )
}
