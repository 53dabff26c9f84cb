import { useAtomValue } from 'jotai'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { asksAgainAtom } from '#client/session/session.ts'
import { ToastRegion } from '#client/ui/ToastRegion.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { PasswordBanner } from './PasswordBanner.tsx'

const SignInAgain = lazyComponent(
  lazyPart(() => import('#client/features/accounts/SignInAgain.tsx').then(part => part.SignInAgain)),
)

/** What the shell tells in passing, over any screen. */
export function Tidings() {
  const asksAgain = useAtomValue(asksAgainAtom)
  return (
    <>
      <PasswordBanner />
      <ConnectionBanner />
      <ToastRegion />
      {asksAgain && <SignInAgain />}
    </>
  )
}
