import { useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Bell } from '#client/features/inbox/Bell.tsx'
import { newNoteShortcut } from '#client/features/notes/newNoteShortcut.ts'
import { usePushNotifications } from '#client/features/push/usePushNotifications.ts'
import { SearchButton } from '#client/features/search/SearchButton.tsx'
import {
  DAILY_NOTE_PATH,
  DAILY_NOTE_STATE,
  dailyNoteShortcut,
} from '#client/features/templates/dailyNoteShortcut.ts'
import { unreadTotalAtom, waitingReportsAtom } from '#client/live/unread.ts'
import { paths } from '#client/paths.ts'
import { useShortcut } from '#client/platform/browser/keyboard.ts'
import { Queries } from '#client/platform/calls/queryClient.tsx'
import { t, useLanguage } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { OwnAvatar } from './OwnAvatar.tsx'
import './memberTools.css'

export { SearchButton }

/** The header's tools for members, except the search. */
export function OwnTools() {
  const tools = useRef<HTMLDivElement>(null)
  const newNote = useRef<HTMLAnchorElement>(null)
  useFitHeader(tools)
  const navigate = useNavigate()
  useShortcut(newNoteShortcut, () => newNote.current?.click())
  useShortcut(dailyNoteShortcut, () => void navigate(DAILY_NOTE_PATH, { state: DAILY_NOTE_STATE }))
  usePushNotifications()
  return (
    <div className="header__own" ref={tools}>
      <Link ref={newNote} className="header__new-note" to={paths.newNote} aria-keyshortcuts="Alt+N">
        {t('shell.newNote')}
      </Link>
      <Queries>
        <Bell />
      </Queries>
      <Link className="header__avatar" to={paths.myInfo}>
        <span className="visually-hidden">{t('myInfo.title')}</span>
        <OwnAvatar />
      </Link>
    </div>
  )
}

/** The header shrinks these parts in this order when it is too narrow. The styles are in memberTools.css. */
const SHRINK_ORDER = ['search', 'newNote', 'logo']

/**
 * Keeps the header in one line. Its width depends on the window, language, text size, font and user, so it is measured. If shrinking
 * everything is not enough, the menu moves into the drawer and shrinking starts again. `tools` has to be a child of the bar.
 */
function useFitHeader(tools: RefObject<HTMLElement | null>): void {
  // Each of these changes the width of the content.
  const { language } = useLanguage()
  const { privilege } = useAtomValue(authAtom)
  const unread = useAtomValue(unreadTotalAtom)
  const reports = useAtomValue(waitingReportsAtom)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect measures their rendered size
  useLayoutEffect(() => {
    const bar = tools.current?.parentElement
    if (!bar) return
    // The observer runs once before the next paint, and then whenever a size changes.
    const observer = new ResizeObserver(() => shrinkToFit(bar))
    for (const part of [bar, ...bar.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [tools, language, privilege, unread, reports])

  // Reset only on unmount: between two measurements the bar stays as it is, so that the page is never too wide.
  useLayoutEffect(() => {
    const bar = tools.current?.parentElement
    return () => {
      delete bar?.dataset.tight
      delete bar?.dataset.folded
    }
  }, [tools])
}

function shrinkToFit(bar: HTMLElement): void {
  for (const folded of [false, true]) {
    bar.toggleAttribute('data-folded', folded)
    for (let count = 0; count <= SHRINK_ORDER.length; count++) {
      bar.dataset.tight = SHRINK_ORDER.slice(0, count).join(' ')
      if (isFitting(bar)) return
    }
  }
}

/** The menu button may extend beyond the bar by its negative margin. */
function isFitting(bar: HTMLElement): boolean {
  const end = bar.lastElementChild as HTMLElement
  const overhang = end.offsetWidth > 0 ? -Number.parseFloat(getComputedStyle(end).marginInlineEnd) : 0
  return bar.scrollWidth <= bar.clientWidth + overhang
}
