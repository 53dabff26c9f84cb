import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { connectionStateAtom } from '#client/live/connection.ts'
import { t } from '#client/platform/language/language.ts'
import { asksAgainAtom, authStatusAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import './ConnectionBanner.css'

const GOOD_NEWS_MS = 3_000

/** Says, at every width, that the connection or the session is lost or the client too old, and shortly that the connection is back. */
export function ConnectionBanner() {
  const state = useAtomValue(connectionStateAtom)
  const sessionEnded = useAtomValue(authStatusAtom) === 'ended'
  const [asksAgain, setAsksAgain] = useAtom(asksAgainAtom)
  const justBack = useJustBack(state === 'connected')
  return (
    <div className="connection" role="status">
      {sessionEnded && !asksAgain && (
        <p className="connection__line">
          {t('shell.sessionEnded')}
          <Button kind="quiet" onClick={() => setAsksAgain(true)}>
            {t('accounts.toSignInAgain')}
          </Button>
        </p>
      )}
      {state === 'reconnecting' && <p className="connection__line">{t('shell.disconnected')}</p>}
      {state === 'offline' && <p className="connection__line">{t('error.offline')}</p>}
      {state === 'crowded' && <p className="connection__line">{t('shell.crowded')}</p>}
      {state === 'outdated' && (
        <p className="connection__line">
          {t('shell.newVersion')}
          <Button kind="quiet" onClick={() => location.reload()}>
            {t('shell.reload')}
          </Button>
        </p>
      )}
      {justBack && <p className="connection__line connection__line--good">{t('shell.reconnected')}</p>}
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
    const timer = setTimeout(() => setJustBack(false), GOOD_NEWS_MS)
    return () => clearTimeout(timer)
  }, [justBack])
  return justBack
}
