import { type ComponentProps, useId } from 'react'
import { SEARCH_QUERY_MAX } from '#protocol/limits.ts'
import { textLength } from '#protocol/textLength.ts'
import { controlAttributes, FieldFrame, type FieldTexts, useFieldText } from './FieldFrame.tsx'

type NativeProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'max'>

interface TextFieldProps extends NativeProps, FieldTexts {
  value: string
  onChange: (value: string) => void
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
  ...native
}: TextFieldProps) {
  const ownId = useId()
  const id = native.id ?? ownId
  const { text, handlers } = useFieldText<HTMLInputElement>(value, { ...native, onChange })
  const texts = { label, hideLabel, hint, error, max }
  const length = textLength(text)
  return (
    <FieldFrame {...texts} id={id} length={length}>
      <input
        type="text"
        dir="auto"
        {...native}
        {...handlers}
        {...controlAttributes(id, texts, length)}
        className={`field__control ${native.className ?? ''}`}
        value={text}
      />
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
