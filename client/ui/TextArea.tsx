import { type ComponentProps, useId, useRef } from 'react'
import { textLength } from '#protocol/textLength.ts'
import { controlAttributes, FieldFrame, type FieldTexts } from './FieldFrame.tsx'
import { useFieldText } from './useFieldText.ts'

type NativeProps = Omit<ComponentProps<'textarea'>, 'value' | 'defaultValue' | 'onChange'>

interface TextAreaProps extends NativeProps, FieldTexts {
  value: string
  onChange: (value: string) => void
}

const growsByItself = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** For browsers without `field-sizing`: as high as its text; the style sheet says the least and the most. */
function growWithText(area: HTMLTextAreaElement) {
  if (growsByItself) return
  area.style.blockSize = 'auto'
  area.style.blockSize = `${area.scrollHeight + 2}px`
}

/** Browsers begin in front of what is there. */
function placeAtEnd(area: HTMLTextAreaElement) {
  area.setSelectionRange(area.value.length, area.value.length)
}

/** Several lines of text, growing with them. Further properties, `ref` among them, go to the textarea itself. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, max, countFrom, value, onChange, ...native } = props
  const ownId = useId()
  const id = native.id ?? ownId
  const { text, handlers } = useFieldText<HTMLTextAreaElement>(value, { ...native, onChange })
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
