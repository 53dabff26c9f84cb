import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import {
  isShortcutsDialogKey,
  isShortcutsDialogOpenAtom,
  opensByQuestionMarkAtom,
} from './shortcutsDialog.state.ts'

const ShortcutsDialog = lazyComponent(
  lazyModule(() => import('./ShortcutsDialog.tsx').then(part => part.ShortcutsDialog)),
  FailedDialog,
)

/** Opens the shortcuts dialog from any screen. */
export function ShortcutsDialogOpener() {
  const [isOpen, setOpen] = useAtom(isShortcutsDialogOpenAtom)
  const byQuestionMark = useAtomValue(opensByQuestionMarkAtom)

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Do not open over a modal dialog.
    if (!isShortcutsDialogKey(event, byQuestionMark) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const abortController = new AbortController()
    document.addEventListener('keydown', event => handleKeyDown(event), abortController)
    return () => abortController.abort()
  }, [])

  return isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />
}
