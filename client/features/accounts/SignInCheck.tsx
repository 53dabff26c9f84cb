import { useAtomValue } from 'jotai'
import { notifyOnline } from '#client/platform/browser/backOnline.ts'
import { t } from '#client/platform/language/language.ts'
import { isServerUnreachableAtom } from '#client/session/session.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'

/**
 * The placeholder of a screen until the session check completes. Offers a retry if the server does not
 * respond.
 */
export function SignInCheck() {
  const isUnreachable = useAtomValue(isServerUnreachableAtom)
  if (!isUnreachable) return <ScreenPending />
  return <ErrorState onRetry={notifyOnline}>{t('error.notOpened')}</ErrorState>
}
