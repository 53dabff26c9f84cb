import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { longInputOf } from '#client/platform/browser/longInput.ts'
import { t } from '#client/platform/language/language.ts'
import { showToastAtom } from '#client/ui/toasts.ts'

/** Puts nothing into a field that it cannot hold by far, and says so: the page would not answer for seconds. */
export function useLongInputRejected(): void {
  const showToast = useSetAtom(showToastAtom)
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'beforeinput',
      event => {
        if (longInputOf(event) === null) return
        event.preventDefault()
        showToast({ text: t('common.textTooLong') })
      },
      listening,
    )
    return () => listening.abort()
  }, [showToast])
}
