import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { isOpenAsked } from '#client/platform/browser/push.opening.ts'
import { isAllowed } from '#client/platform/browser/push.ts'
import { workerContainer } from '#client/platform/browser/serviceWorker.ts'
import { authAtom } from '#client/session/session.ts'

/** Shows what a pressed notification leads to, and sees to it that this device goes on being told. */
export function usePushed(): void {
  const navigate = useNavigate()
  const { userNo, stays } = useAtomValue(authAtom)

  useEffect(() => {
    const worker = workerContainer()
    function receive({ data, ports }: MessageEvent) {
      if (!isOpenAsked(data)) return
      ports[0]?.postMessage(true)
      void navigate(data.path)
    }
    worker?.addEventListener('message', receive)
    return () => worker?.removeEventListener('message', receive)
  }, [navigate])

  useEffect(() => {
    // Without it the settings still tell how things stand.
    if (stays && isAllowed())
      import('./push.repair.ts')
        .then(({ repairSubscription }) => repairSubscription(userNo))
        .catch(() => undefined)
  }, [stays, userNo])
}
