import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionStateAtom, isDeliveryDelayedAtom } from '#client/live/connection.ts'
import { reloadPage } from '#client/platform/browser/reloadAnew.ts'
import { t } from '#client/platform/language/language.ts'
import { staleSinceAtom } from '#client/session/persistedCache/staleSince.ts'
import { asksAgainAtom, authStatusAtom } from '#client/session/session.ts'
import { isServerUnreachableAtom } from '#client/session/session.unreachable.ts'
import { Button } from '#client/ui/Button.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import './ConnectionBanner.css'

const RECONNECTED_SHOWN_MS = 3_000

/** Says, at every width, that the connection or the session is lost or the client too old, and shortly that the connection is back. */
export function ConnectionBanner() {
  const state = useAtomValue(connectionStateAtom)
  const isDelayed = useAtomValue(isDeliveryDelayedAtom)
  const heldSince = useAtomValue(staleSinceAtom)
  const status = useAtomValue(authStatusAtom)
  const sessionEnded = status === 'ended'
  const isUnreached = useAtomValue(isServerUnreachableAtom)
  // One line says that there is no connection.
  const isSaid = isUnreached || heldSince !== null
  const [asksAgain, setAsksAgain] = useAtom(asksAgainAtom)
  // Who signs out needs none, and is told nothing.
  const justBack = useJustBack(state === 'connected') && status === 'signedIn'
  return (
    <div className="connection" role="status">
      {sessionEnded && !asksAgain && (
        <p className="connection__line">
          {t('connection.sessionEnded')}
          <Button kind="quiet" onClick={() => setAsksAgain(true)}>
            {t('accounts.toSignInAgain')}
          </Button>
        </p>
      )}
      {isUnreached && <p className="connection__line">{t('connection.unreached')}</p>}
      {heldSince !== null && (
        <p className="connection__line connection__line--held">
          {t('connection.kept')}
          <span>
            {t('connection.keptSince')} <RelativeTime at={heldSince} />
          </span>
        </p>
      )}
      {!isSaid && state === 'reconnecting' && (
        <p className="connection__line">{t('connection.disconnected')}</p>
      )}
      {!isSaid && state === 'offline' && <p className="connection__line">{t('error.offline')}</p>}
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
      {justBack && <p className="connection__line connection__line--good">{t('connection.reconnected')}</p>}
    </div>
  )
}

/** True for a moment after the connection has come back. */
function useJustBack(connected: boolean): boolean {
  const [before, setBefore] = useState(connected)
  const [justBack, setJustBack] = useState(false)
  if (connected !== before) {
    setBefore(connected)
    setJustBack(connected)
  }
  useEffect(() => {
    if (!justBack) return
    const timer = setTimeout(() => setJustBack(false), RECONNECTED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [justBack])
  return justBack
}
