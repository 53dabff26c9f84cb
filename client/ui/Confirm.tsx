import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import './Confirm.css'

interface ConfirmProps {
  question: string
  /** Further consequences, or an input. */
  detail?: ReactNode
  confirmLabel: string
  /** `danger` for actions that cannot be undone. */
  kind?: 'danger' | 'primary'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** An inline confirmation. Takes the focus when it appears and restores it when it is closed. */
export function Confirm({
  question,
  detail,
  confirmLabel,
  kind = 'danger',
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const questionId = useId()
  const panel = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    const previousFocus = document.activeElement
    panel.current?.focus()
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
    }
  }, [])

  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isComposing(event)) return
    // Otherwise Esc would also close the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }

  return (
    <fieldset
      ref={panel}
      className={`confirm ${kind === 'primary' ? 'confirm--calm' : ''}`}
      aria-labelledby={questionId}
      tabIndex={-1}
      onKeyDown={cancelOnEscape}
    >
      <div>
        <p className="confirm__question" id={questionId}>
          {question}
        </p>
        {detail && <div className="confirm__detail">{detail}</div>}
      </div>
      <div className="confirm__actions">
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind={kind} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </fieldset>
  )
}
