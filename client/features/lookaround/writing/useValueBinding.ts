import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { TextareaBinding } from '#client/features/notes/editor/text/EditorTextarea.tsx'
import { isCompositionIdle, replaceText } from '#client/features/notes/editor/text/textareaEdits.ts'

/**
 * Connects a text area with a value. The text stays in the DOM, so that typing renders nothing and cannot interrupt a composition. A new
 * value from outside is applied as soon as no composition is active.
 */
export function useValueBinding(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (text: string) => void,
): TextareaBinding {
  /** The value that the text area and its owner agree on; null before the first value. */
  const synced = useRef<string | null>(null)

  const showValue = useEffectEvent(() => {
    if (area.current === null || value === synced.current || !isCompositionIdle(area.current)) return
    const isFirst = synced.current === null
    synced.current = value
    if (isFirst) area.current.value = value
    else replaceText(area.current, value)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows only values that come from outside
  useLayoutEffect(() => showValue(), [value])

  const takeTyped = useEffectEvent((normalize: (typed: string) => string) => {
    const field = area.current
    if (field === null || field.value === synced.current) return
    const text = normalize(field.value)
    if (isCompositionIdle(field) && text !== field.value) field.value = text
    synced.current = field.value
    onChange(text)
  })
  return useCallback((field, normalize) => {
    const aborter = new AbortController()
    field.addEventListener('input', () => takeTyped(normalize), aborter)
    field.addEventListener('compositionend', () => showValue(), aborter)
    return () => aborter.abort()
  }, [])
}
