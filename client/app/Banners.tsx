import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { connectionStateAtom, isDeliveryDelayedAtom } from '#client/live/connection.ts'
import { paths } from '#client/paths.ts'
import { reloadPage } from '#client/platform/browser/serviceWorker.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import {
  authAtom,
  authStatusAtom,
  hasClosedScreensAtom,
  isPasswordPromptOpenAtom,
  isServerUnreachableAtom,
  staleSinceAtom,
} from '#client/session/session.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Column } from '#client/ui/Column.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import './Banners.css'

/** How long the restored connection is shown, in milliseconds. */
const RECONNECTED_SHOWN_MS = 3_000

/** Shows that the connection or the session is lost, that the client is outdated, and briefly that the connection is back. */
export function ConnectionBanner() {
  const state = useAtomValue(connectionStateAtom)
  const isDelayed = useAtomValue(isDeliveryDelayedAtom)
  const staleSince = useAtomValue(staleSinceAtom)
  const status = useAtomValue(authStatusAtom)
  const isSessionEnded = status === 'ended'
  const hasClosedScreens = useAtomValue(hasClosedScreensAtom)
  const { pathname } = useLocation()
  const isUnreachable = useAtomValue(isServerUnreachableAtom)
  // These already say that there is no connection.
  const isOfflineShown = isUnreachable || staleSince !== null
  const [isPromptOpen, setPromptOpen] = useAtom(isPasswordPromptOpenAtom)
  // Signing out closes the connection and needs no message.
  const isReconnected = useIsReconnected(state === 'connected') && status === 'signedIn'
  return (
    <div className="connection" role="status">
      {isSessionEnded && !isPromptOpen && (
        <p className="connection__line">
          {t('connection.sessionEnded')}
          <Button kind="quiet" onClick={() => setPromptOpen(true)}>
            {t('accounts.toSignInAgain')}
          </Button>
        </p>
      )}
      {hasClosedScreens && pathname !== paths.signIn && (
        <p className="connection__line">
          {t('connection.sessionEnded')}
          <ButtonLink kind="quiet" to={paths.signIn}>
            {t('shell.signIn')}
          </ButtonLink>
        </p>
      )}
      {isUnreachable && <p className="connection__line">{t('connection.unreached')}</p>}
      {staleSince !== null && (
        <p className="connection__line connection__line--stale">
          {t('connection.kept')}
          <span>
            {t('connection.keptSince')} <RelativeTime at={staleSince} />
          </span>
        </p>
      )}
      {!isOfflineShown && state === 'reconnecting' && (
        <p className="connection__line connection__line--offline">{t('connection.disconnected')}</p>
      )}
      {!isOfflineShown && state === 'offline' && (
        <p className="connection__line connection__line--offline">{t('error.offline')}</p>
      )}
      {state === 'crowded' && <p className="connection__line">{t('connection.crowded')}</p>}
      {state === 'outdated' && (
        <p className="connection__line">
          {t('connection.newVersion')}
          <Button kind="quiet" onClick={() => void reloadPage()}>
            {t('common.reload')}
          </Button>
        </p>
      )}
      {state === 'connected' && isDelayed && (
        <p className="connection__line connection__line--calm">{t('connection.late')}</p>
      )}
      {isReconnected && (
        <p className="connection__line connection__line--good">{t('connection.reconnected')}</p>
      )}
    </div>
  )
}

/** True for a moment after the connection is restored. */
function useIsReconnected(isConnected: boolean): boolean {
  const [wasConnected, setWasConnected] = useState(isConnected)
  const [isReconnected, setReconnected] = useState(false)
  if (isConnected !== wasConnected) {
    setWasConnected(isConnected)
    setReconnected(isConnected)
  }
  useEffect(() => {
    if (!isReconnected) return
    const timer = setTimeout(() => setReconnected(false), RECONNECTED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isReconnected])
  return isReconnected
}

/** Shown on every screen until the user replaces a temporary password. */
export function PasswordBanner() {
  const { mustChangePassword } = useAtomValue(authAtom)
  const { pathname } = useLocation()
  if (!mustChangePassword) return null
  return (
    <aside className="password-banner no-print" aria-label={t('accounts.temporaryPasswordLabel')}>
      <Column>
        <p className="password-banner__line">
          {t('accounts.temporaryPassword')}
          {pathname !== paths.myInfo && <Link to={paths.myInfo}>{t('accounts.changePassword')}</Link>}
        </p>
      </Column>
    </aside>
  )
}
