import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/normalization.ts'
import { controlAttributes, FieldFrame, type FieldTexts, useFieldText } from './FieldFrame.tsx'

type NativeInputProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'max'>

interface TextFieldProps extends NativeInputProps, FieldTexts {
  value: string
  onChange: (value: string) => void
  /** A button inside the control, at its end. */
  endButton?: ReactNode
}

/** A single-line field. All other props, such as `ref`, are passed to the input. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  max,
  value,
  onChange,
  endButton,
  ...native
}: TextFieldProps) {
  const ownId = useId()
  const id = native.id ?? ownId
  const { text, handlers } = useFieldText<HTMLInputElement>(id, value, { ...native, onChange })
  const texts = { label, hideLabel, hint, error, max }
  const length = textLength(text)
  const control = (
    <input
      type="text"
      dir="auto"
      {...native}
      {...handlers}
      {...controlAttributes(id, texts, length)}
      className={`field__control ${native.className ?? ''}`}
      value={text}
    />
  )
  return (
    <FieldFrame {...texts} id={id} length={length}>
      {endButton ? (
        <div className="field__box">
          {control}
          {endButton}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  )
}

interface SearchFieldProps {
  /** Also the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search field for the list beside it. */
export function SearchField({ label, className, ...field }: SearchFieldProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all supported browsers know the `search` element
    <div className={className} role="search">
      <TextField
        {...field}
        type="search"
        label={label}
        hideLabel
        maxLength={SEARCH_QUERY_MAX}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
      />
    </div>
  )
}

type NativeAreaProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange'>

interface TextAreaProps extends NativeAreaProps, FieldTexts {
  value: string
  onChange: (value: string) => void
}

const hasFieldSizing = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Adapts the height to the text in browsers without `field-sizing`. The style sheet limits it. */
function growWithText(area: HTMLTextAreaElement) {
  if (hasFieldSizing) return
  area.style.blockSize = 'auto'
  area.style.blockSize = `${area.scrollHeight + 2}px`
}

/** On focus browsers place the caret at the start. */
function placeAtEnd(area: HTMLTextAreaElement) {
  area.setSelectionRange(area.value.length, area.value.length)
}

/** A multi-line field that grows with its text. All other props, such as `ref`, are passed to the textarea. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, max, countFrom, value, onChange, ...native } = props
  const ownId = useId()
  const id = native.id ?? ownId
  const { text, handlers } = useFieldText<HTMLTextAreaElement>(id, value, { ...native, onChange })
  const texts = { label, hideLabel, hint, error, max, countFrom }
  const length = textLength(text)
  const isPlaced = useRef(false)
  return (
    <FieldFrame {...texts} id={id} length={length}>
      <textarea
        rows={5}
        dir="auto"
        {...native}
        {...handlers}
        {...controlAttributes(id, texts, length)}
        className={`field__control field__area ${native.className ?? ''}`}
        onInput={event => {
          growWithText(event.currentTarget)
          native.onInput?.(event)
        }}
        onFocus={event => {
          growWithText(event.currentTarget)
          if (native.autoFocus && !isPlaced.current) placeAtEnd(event.currentTarget)
          isPlaced.current = true
          native.onFocus?.(event)
        }}
        value={text}
      />
    </FieldFrame>
  )
}
