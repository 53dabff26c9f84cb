import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isAllowed } from '#client/platform/browser/push.ts'
import { isOpenRequest, workerContainer } from '#client/platform/browser/serviceWorker.ts'
import { authAtom } from '#client/session/session.ts'

/** Navigates to the target of a clicked notification, and renews a revoked subscription. */
export function usePushNotifications(): void {
  const navigate = useNavigate()
  const { userNo, stays } = useAtomValue(authAtom)

  useEffect(() => {
    const worker = workerContainer()
    function receive({ data, ports }: MessageEvent) {
      if (!isOpenRequest(data)) return
      ports[0]?.postMessage(true)
      void navigate(data.path)
    }
    worker?.addEventListener('message', receive)
    return () => worker?.removeEventListener('message', receive)
  }, [navigate])

  useEffect(() => {
    // A failure is visible in the settings.
    if (stays && isAllowed())
      import('./push.queries.ts')
        .then(({ repairSubscription }) => repairSubscription(userNo))
        .catch(() => undefined)
  }, [stays, userNo])
}
