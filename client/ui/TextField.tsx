import { type ComponentProps, useId } from 'react'
import { textLength } from '#protocol/textLength.ts'
import { controlAttributes, FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { useFieldText } from './useFieldText.ts'

type NativeProps = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'max'>

interface TextFieldProps extends NativeProps, FieldTexts {
  value: string
  onChange: (value: string) => void
}

/** One line of text. Further properties, `ref` among them, go to the input itself. */
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
