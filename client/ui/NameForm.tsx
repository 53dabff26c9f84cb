import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from './Button.tsx'
import { TextField } from './TextField.tsx'
import './NameForm.css'

interface NameFormProps {
  label: string
  hint?: string
  /** As it is now. */
  name: string
  max: number
  /** What is to be saved of what was typed; undefined where it cannot be. */
  check: (typed: string) => string | undefined
  /** What is said then. */
  rejection?: string
  saving: { isPending: boolean; error: Error | null; reset: () => void }
  onSave: (name: string) => void
  onDone: () => void
}

/**
 * A name that is changed where it stands: Enter saves it, Esc leaves it as it was. Takes the focus when it appears, and gives
 * it back when it goes to whatever asked for it, if only hidden meanwhile.
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
  // Known before it is hidden, which takes the focus from it.
  const [asker] = useState(() => document.activeElement)

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
    return () => {
      if (asker instanceof HTMLElement && asker.isConnected) asker.focus()
    }
  }, [asker])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const wanted = check(typed)
    setRejected(wanted === undefined)
    if (wanted === undefined || isPending) return
    if (wanted === name) onDone()
    else onSave(wanted)
  }

  function leave(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !isComposing(event)) onDone()
  }

  function type(text: string): void {
    setTyped(text)
    setRejected(false)
    reset()
  }

  return (
    <form className="name-form" onSubmit={submit} onKeyDown={leave} noValidate>
      <TextField
        ref={field}
        label={label}
        {...(hint !== undefined && { hint })}
        max={max}
        value={typed}
        onChange={type}
        autoComplete="off"
        enterKeyHint="done"
        error={isRejected ? rejection : error ? failureText(error) : undefined}
      />
      <div className="name-form__ways">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" kind="primary" busy={isPending}>
          {t('common.rename')}
        </Button>
      </div>
    </form>
  )
}
