import { useAtomValue } from 'jotai'
import { announceOnline } from '#client/platform/browser/backOnline.ts'
import { t } from '#client/platform/language/language.ts'
import { isServerUnreachableAtom } from '#client/session/session.unreachable.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'

/** Stands in for a screen until the sign-in check is answered. If the server does not answer, it says so and can ask at once. */
export function SignInCheck() {
  const isUnreached = useAtomValue(isServerUnreachableAtom)
  if (!isUnreached) return <ScreenPending />
  return <ErrorState onRetry={announceOnline}>{t('error.notOpened')}</ErrorState>
}
