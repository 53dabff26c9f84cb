import { useRef } from 'react'
import { Bell } from '#client/features/inbox/Bell.tsx'
import { newNoteShortcut } from '#client/features/notes/newNoteShortcut.ts'
import { usePushed } from '#client/features/push/usePushed.ts'
import { SearchButton } from '#client/features/search/SearchButton.tsx'
import { paths } from '#client/paths.ts'
import { useShortcut } from '#client/platform/browser/useShortcut.ts'
import { Queries } from '#client/platform/calls/Queries.tsx'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { OwnFace } from './OwnFace.tsx'
import { useFittingBar } from './useFittingBar.ts'
import './memberTools.css'

export { SearchButton }

/** What the header holds for members alone, beside the search. */
export function OwnTools() {
  const tools = useRef<HTMLDivElement>(null)
  const newNote = useRef<HTMLAnchorElement>(null)
  useFittingBar(tools)
  useShortcut(newNoteShortcut, () => newNote.current?.click())
  usePushed()
  return (
    <div className="header__own" ref={tools}>
      <Link ref={newNote} className="header__new-note" to={paths.newNote} aria-keyshortcuts="Alt+N">
        {t('shell.newNote')}
      </Link>
      <Queries>
        <Bell />
      </Queries>
      <Link className="header__face" to={paths.myInfo}>
        <span className="visually-hidden">{t('shell.ownFace')}</span>
        <OwnFace />
      </Link>
    </div>
  )
}
