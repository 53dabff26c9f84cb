import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The text lives in the area itself: at a key nothing is drawn again, and a syllable under composition is redrawn by nobody. A value
 * from outside (a note that was loaded, an earlier text) takes its place as soon as nothing is being composed.
 */
export function useOwnText(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (text: string) => void,
) {
  /** What both the area and its owner have. */
  const agreed = useRef('')
  const isComposing = useRef(false)

  function take() {
    if (area.current === null || isComposing.current || value === agreed.current) return
    agreed.current = value
    area.current.value = value
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is not to be taken from its area
  useLayoutEffect(take, [value])

  return {
    onChange({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      agreed.current = currentTarget.value
      onChange(currentTarget.value)
    },
    onCompositionStart() {
      isComposing.current = true
    },
    onCompositionEnd() {
      isComposing.current = false
      take()
    },
  }
}
