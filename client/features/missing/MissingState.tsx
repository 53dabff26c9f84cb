import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { SearchDialog } from '#client/features/search/SearchButton.tsx'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { EmptyState } from '#client/ui/ListStates.tsx'
import './missing.css'

const RecentNotes = lazyComponent(
  lazyModule(() => import('./RecentNotes.tsx').then(part => part.RecentNotes)),
  null,
)

interface MissingStateProps {
  /** The sentence that names the missing content and the reason. */
  children: string
  /** Where to go instead; home by default. */
  back?: { to: string; label: string } | undefined
}

/** Replaces content that is gone or never existed. Members get search and recent notes, visitors the lookaround. */
export function MissingState({
  children,
  back = { to: paths.home, label: t('shell.toHome') },
}: MissingStateProps) {
  const isMember = useAtomValue(authStatusAtom) === 'signedIn'
  const [isSearching, setSearching] = useState(false)
  return (
    <div className="missing">
      <div role="alert">
        <EmptyState
          drawing="search"
          action={
            <div className="missing__actions">
              <ButtonLink to={back.to}>{back.label}</ButtonLink>
              {isMember ? (
                <Button aria-haspopup="dialog" onClick={() => setSearching(true)}>
                  {t('search.open')}
                </Button>
              ) : (
                <ButtonLink to={paths.lookaroundDiscussion}>{t('home.lookAround')}</ButtonLink>
              )}
            </div>
          }
        >
          {children}
        </EmptyState>
      </div>
      {isMember && <RecentNotes />}
      {isSearching && <SearchDialog open onClose={() => setSearching(false)} />}
    </div>
  )
}
