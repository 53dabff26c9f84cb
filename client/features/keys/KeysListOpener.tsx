import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FailedDialog } from '#client/ui/FailedDialog.tsx'
import { asksForKeys, keysListOpenAtom, opensByQuestionMarkAtom } from './keys.opening.ts'

const KeysList = lazyComponent(
  lazyModule(() => import('./KeysList.tsx').then(part => part.KeysList)),
  FailedDialog,
)

/** Opens the list of keys, from any screen. */
export function KeysListOpener() {
  const [isOpen, setOpen] = useAtom(keysListOpenAtom)
  const byQuestionMark = useAtomValue(opensByQuestionMarkAtom)

  const receive = useEffectEvent((event: KeyboardEvent) => {
    // What asks a question waits for its answer.
    if (!asksForKeys(event, byQuestionMark) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => receive(event), listening)
    return () => listening.abort()
  }, [])

  return isOpen && <KeysList onClose={() => setOpen(false)} />
}
