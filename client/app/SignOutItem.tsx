import { t } from '#client/platform/language/language.ts'
import { useSigningOut } from './useSigningOut.ts'

interface SignOutItemProps {
  /** After it was pressed. */
  onChoose: (() => void) | undefined
}

export function SignOutItem({ onChoose }: SignOutItemProps) {
  const { ask, isWaiting } = useSigningOut()

  function leave() {
    onChoose?.()
    void ask()
  }

  return (
    <button className="menu-item" type="button" aria-busy={isWaiting} onClick={leave}>
      {t(isWaiting ? 'common.working' : 'shell.signOut')}
    </button>
  )
}
