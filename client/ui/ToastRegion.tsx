import { useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { dismissToastAtom, type ShownToast, toastsAtom } from './toasts.ts'
import './ToastRegion.css'

const DURATION_MS = 6_000
/** The specification gives ten seconds for undoing. Links get the same time. */
const DURATION_WITH_ACTION_MS = 10_000

/**
 * The live region for toasts. It is always in the page, so that screen readers announce new toasts. `children` are toasts that
 * control their own duration.
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

/** A click on a button closes the toast, so the focus stays where the user is writing. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('button, a')) event.preventDefault()
}

function ToastLine({ toast }: { toast: ShownToast }) {
  const dismiss = useSetAtom(dismissToastAtom)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isPaused = isHovered || isFocused
  const durationMs = toast.action || toast.link ? DURATION_WITH_ACTION_MS : DURATION_MS

  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismiss(toast.id), durationMs)
    return () => clearTimeout(timer)
  }, [isPaused, dismiss, toast.id, durationMs])

  function runAction() {
    toast.action?.run()
    dismiss(toast.id)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only pauses the timer
    <div
      className="toast"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="toast__text">{toast.text}</span>
      {toast.action && (
        <Button kind="quiet" className="toast__action" onClick={runAction}>
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

let host: HTMLElement | null = null

/**
 * The container of the live region. It is one element for the life of the page, so that screen readers keep observing it. It moves into
 * the topmost modal dialog, because everything else is inert then.
 */
function toastHost(): HTMLElement {
  if (host === null) {
    host = document.createElement('div')
    host.className = 'toast-host'
    placeHost()
    new MutationObserver(placeHost).observe(document.body, { attributeFilter: ['open'], subtree: true })
  }
  return host
}

function placeHost(): void {
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (host && host.parentElement !== place) place.append(host)
}
