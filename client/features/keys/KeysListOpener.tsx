import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { useLazyPart } from '#client/platform/browser/useLazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { asksForKeys, keysListOpenAtom, opensByQuestionMarkAtom } from './keys.opening.ts'

const keysListPart = lazyPart(() => import('./KeysList.tsx').then(part => part.KeysList))

/** Opens the list of keys, from any screen. */
export function KeysListOpener() {
  const [isOpen, setOpen] = useAtom(keysListOpenAtom)
  const byQuestionMark = useAtomValue(opensByQuestionMarkAtom)

  const hear = useEffectEvent((event: KeyboardEvent) => {
    // What asks a question waits for its answer.
    if (!asksForKeys(event, byQuestionMark) || document.querySelector('dialog:modal')) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => hear(event), listening)
    return () => listening.abort()
  }, [])

  return isOpen && <Opened onClose={() => setOpen(false)} />
}

function Opened({ onClose }: { onClose: () => void }) {
  const { part: KeysList, failure } = useLazyPart(keysListPart)
  const showToast = useSetAtom(showToastAtom)
  const giveUp = useEffectEvent(() => {
    showToast({ text: t('error.unreachable') })
    onClose()
  })
  useEffect(() => {
    if (failure !== undefined) giveUp()
  }, [failure])
  return KeysList && <KeysList onClose={onClose} />
}
