import type { ReactNode } from 'react'
import { t } from '#client/platform/language/language.ts'
import './fieldControl.css'
import './field.css'

export interface FieldTexts {
  label: string
  /** The label is read out but not seen: for a lone search box whose placeholder says it. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What is wrong, shown under the field and tied to it. */
  error?: string | undefined
  /** Characters allowed. More can be typed and is shown as too much; nothing is ever cut. */
  max?: number
  /** How many there are is told from so many on; always, if not given. */
  countFrom?: number
}

interface FieldFrameProps extends FieldTexts {
  id: string
  length: number
  children: ReactNode
}

/** Label, count, hint and error around a control with this id. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel, hint, error, max, length, children } = props
  const isCounted = isCountTold(props, length)
  return (
    <div className="field">
      {(!hideLabel || isCounted) && (
        <div className="field__head">
          {!hideLabel && (
            <label className="field__label" htmlFor={id}>
              {label}
            </label>
          )}
          {isCounted && max !== undefined && <Count id={`${id}-count`} length={length} max={max} />}
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

function isCountTold({ max, countFrom = 0 }: Pick<FieldTexts, 'max' | 'countFrom'>, length: number): boolean {
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

/** The attributes that tie a control to its frame. */
export function controlAttributes(
  id: string,
  { label, hideLabel, hint, error, max, countFrom }: FieldTexts,
  length: number,
) {
  const describedBy = [
    error && `${id}-error`,
    hint !== undefined && `${id}-hint`,
    isCountTold({ max, countFrom }, length) && `${id}-count`,
  ].filter(Boolean)
  return {
    id,
    'aria-label': hideLabel ? label : undefined,
    'aria-invalid': Boolean(error) || (max !== undefined && length > max) || undefined,
    'aria-describedby': describedBy.join(' ') || undefined,
  }
}
