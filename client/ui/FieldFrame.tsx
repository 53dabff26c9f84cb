import { type CompositionEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from 'react'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { t } from '#client/platform/language/language.ts'
import './fieldControl.css'
import './field.css'

export interface FieldTexts {
  label: string
  /** Only screen readers get the label: for a search field whose placeholder shows it. */
  hideLabel?: boolean
  hint?: ReactNode
  /** The validation error, shown under the field. */
  error?: string | undefined
  /** The allowed number of characters. A longer text is marked as too long, but never cut. */
  max?: number
  /** The count is shown from this length on; by default always. */
  countFrom?: number
}

interface FieldFrameProps extends FieldTexts {
  id: string
  length: number
  children: ReactNode
}

/** The label, count, hint and error of the control with this id. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel, hint, error, max, length, children } = props
  const showsCount = isCountShown(props, length)
  return (
    <div className="field">
      {(!hideLabel || showsCount) && (
        <div className="field__header">
          {!hideLabel && (
            <label className="field__label" htmlFor={id}>
              {label}
            </label>
          )}
          {showsCount && max !== undefined && <Count id={`${id}-count`} length={length} max={max} />}
        </div>
      )}
      {children}
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function isCountShown(
  { max, countFrom = 0 }: Pick<FieldTexts, 'max' | 'countFrom'>,
  length: number,
): boolean {
  return max !== undefined && length >= countFrom
}

function Count({ id, length, max }: { id: string; length: number; max: number }) {
  const over = length - max
  return (
    <span className={`field__count ${over > 0 ? 'field__count--over' : ''}`} id={id}>
      {t('common.count', { count: length, max })}
      <span className="visually-hidden" role="status">
        {over > 0 && t('common.tooLong', { max })}
      </span>
    </span>
  )
}

/** The attributes that associate a control with its frame. */
export function controlAttributes(
  id: string,
  { label, hideLabel, hint, error, max, countFrom }: FieldTexts,
  length: number,
) {
  const describedBy = [
    error && `${id}-error`,
    hint !== undefined && `${id}-hint`,
    isCountShown({ max, countFrom }, length) && `${id}-count`,
  ].filter(Boolean)
  return {
    id,
    'aria-label': hideLabel ? label : undefined,
    'aria-invalid': Boolean(error) || (max !== undefined && length > max) || undefined,
    'aria-describedby': describedBy.join(' ') || undefined,
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement

interface FieldEvents<F extends Field> {
  onChange: (text: string) => void
  onCompositionStart?: ((event: CompositionEvent<F>) => void) | undefined
  onCompositionEnd?: ((event: CompositionEvent<F>) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<F>) => void) | undefined
}

/**
 * The text of a field while the user types. It is local state, so that nothing rerenders a syllable under composition. A new `value`
 * from outside (a reset, a loaded note) is applied once the composition has ended. `id`: of the field. A prerendered field may have a
 * text before it is hydrated.
 */
export function useFieldText<F extends Field>(id: string, value: string, events: FieldEvents<F>) {
  const [text, setText] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const [hasComposition, setHasComposition] = useState(false)
  if (!hasComposition && value !== lastValue) {
    setLastValue(value)
    setText(value)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only hydration finds another text
  useLayoutEffect(() => {
    const typed = (document.getElementById(id) as F | null)?.value
    if (typed === undefined || typed === value) return
    setText(typed)
    events.onChange(typed)
  }, [])

  return {
    text,
    handlers: {
      onChange(event: { currentTarget: F }) {
        setText(event.currentTarget.value)
        events.onChange(event.currentTarget.value)
      },
      onCompositionStart(event: CompositionEvent<F>) {
        setHasComposition(true)
        events.onCompositionStart?.(event)
      },
      onCompositionEnd(event: CompositionEvent<F>) {
        setHasComposition(false)
        events.onCompositionEnd?.(event)
      },
      onKeyDown(event: KeyboardEvent<F>) {
        // In Safari the Enter that ends a composition would submit the form.
        if (event.currentTarget.tagName === 'INPUT' && event.key === 'Enter' && isComposing(event)) {
          event.preventDefault()
          return
        }
        events.onKeyDown?.(event)
      },
    },
  }
}
