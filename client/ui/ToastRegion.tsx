import { useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { ButtonLink } from './ButtonLink.tsx'
import { Icon } from './Icon.tsx'
import { toastHost } from './toastPlace.ts'
import { dismissToastAtom, type ShownToast, toastsAtom } from './toasts.ts'
import './ToastRegion.css'

const STAYS_MS = 6_000
/** What can be undone stays for as long as was promised, and what leads somewhere as long. */
const STAYS_WITH_OFFER_MS = 10_000

/**
 * The one place where toasts appear; it always exists, so that what appears in it is read out. `children`: those that know their
 * own end.
 */
export function ToastRegion({ children }: { children?: ReactNode }) {
  const toasts = useAtomValue(toastsAtom)
  return createPortal(
    <div className="toasts no-print" role="status" aria-live="polite" onMouseDown={keepFocus}>
      {toasts.map(toast => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
      {children}
    </div>,
    toastHost(),
  )
}

/** Its buttons go with their toast, and whoever presses one writes on. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('button, a')) event.preventDefault()
}

function ToastLine({ toast }: { toast: ShownToast }) {
  const dismiss = useSetAtom(dismissToastAtom)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = pointed || focused
  const staysMs = toast.action || toast.link ? STAYS_WITH_OFFER_MS : STAYS_MS

  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), staysMs)
    return () => clearTimeout(timer)
  }, [held, dismiss, toast.id, staysMs])

  function act() {
    toast.action?.run()
    dismiss(toast.id)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody is reading it
    <div
      className="toast"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="toast__text">{toast.text}</span>
      {toast.action && (
        <Button kind="quiet" className="toast__action" onClick={act}>
          {toast.action.label}
        </Button>
      )}
      {toast.link && (
        <ButtonLink
          kind="quiet"
          className="toast__action"
          to={toast.link.to}
          onClick={() => dismiss(toast.id)}
        >
          {toast.link.label}
        </ButtonLink>
      )}
      <Button kind="quiet" aria-label={t('common.close')} onClick={() => dismiss(toast.id)}>
        <Icon name="close" />
      </Button>
    </div>
  )
}
