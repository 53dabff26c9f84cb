import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { TextField } from './TextField.tsx'
import './NameForm.css'

interface NameFormProps {
  label: string
  hint?: string
  /** The current name. */
  name: string
  max: number
  /** Returns the name to save; undefined if the input is invalid. */
  check: (typed: string) => string | undefined
  /** The message for an invalid input. */
  rejection?: string
  saving: { isPending: boolean; error: Error | null; reset: () => void }
  onSave: (name: string) => void
  onDone: () => void
}

/**
 * Edits a name in place. Enter saves, Esc cancels. Takes the focus when it appears, and restores it when it is closed, even if the
 * button that opened it was hidden meanwhile.
 */
export function NameForm({
  label,
  hint,
  name,
  max,
  check,
  rejection,
  saving: { isPending, error, reset },
  onSave,
  onDone,
}: NameFormProps) {
  const [typed, setTyped] = useState(name)
  const [isRejected, setRejected] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Read before the button is hidden, which would blur it.
  const [previousFocus] = useState(() => document.activeElement)

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus()
    }
  }, [previousFocus])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const checkedName = check(typed)
    setRejected(checkedName === undefined)
    if (checkedName === undefined || isPending) return
    if (checkedName === name) onDone()
    else onSave(checkedName)
  }

  function cancelOnEscape(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isComposing(event)) onDone()
  }

  function changeName(text: string): void {
    setTyped(text)
    setRejected(false)
    reset()
  }

  return (
    <form className="name-form" onSubmit={submit} onKeyDown={cancelOnEscape} noValidate>
      <TextField
        ref={field}
        label={label}
        {...(hint !== undefined && { hint })}
        max={max}
        value={typed}
        onChange={changeName}
        autoComplete="off"
        enterKeyHint="done"
        error={isRejected ? rejection : error ? failureText(error) : undefined}
      />
      <div className="name-form__buttons">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={isPending}>
          {t('common.rename')}
        </Button>
      </div>
    </form>
  )
}
