import { type CompositionEvent, type KeyboardEvent, useState } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

interface FieldEvents<F extends Field> {
  onChange: (text: string) => void
  onCompositionStart?: ((event: CompositionEvent<F>) => void) | undefined
  onCompositionEnd?: ((event: CompositionEvent<F>) => void) | undefined
  onKeyDown?: ((event: KeyboardEvent<F>) => void) | undefined
}

/**
 * A field's text while it is typed. The text lives in the field itself, so that a syllable under composition is
 * redrawn by nobody; a value set from outside (a reset, a loaded note) is taken once the composition has ended.
 */
export function useFieldText<F extends Field>(value: string, events: FieldEvents<F>) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [composing, setComposing] = useState(false)
  if (!composing && value !== seen) {
    setSeen(value)
    setText(value)
  }

  return {
    text,
    handlers: {
      onChange(event: { currentTarget: F }) {
        setText(event.currentTarget.value)
        events.onChange(event.currentTarget.value)
      },
      onCompositionStart(event: CompositionEvent<F>) {
        setComposing(true)
        events.onCompositionStart?.(event)
      },
      onCompositionEnd(event: CompositionEvent<F>) {
        setComposing(false)
        events.onCompositionEnd?.(event)
      },
      onKeyDown(event: KeyboardEvent<F>) {
        // Safari's Enter that ends a composition would submit the form.
        if (event.currentTarget.tagName === 'INPUT' && event.key === 'Enter' && isComposing(event)) {
          event.preventDefault()
          return
        }
        events.onKeyDown?.(event)
      },
    },
  }
}
