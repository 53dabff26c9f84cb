import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isResting, replaceWhole, setComposing } from './area.changes.ts'

/**
 * The text lives in the area itself: at a key nothing is drawn again, and a syllable under composition is redrawn by nobody. A value
 * from outside (a note that was loaded, an earlier text) takes its place as soon as nothing is being composed. `read`: what of the
 * typed is to stand there.
 */
export function useUncontrolledTextarea(
  area: RefObject<HTMLTextAreaElement | null>,
  value: string,
  onChange: (text: string) => void,
  read: (typed: string) => string,
) {
  /** What both the area and its owner have; null before the first value. */
  const agreed = useRef<string | null>(null)

  function take() {
    if (area.current === null || value === agreed.current) return
    const isFirst = agreed.current === null
    if (isFirst) setComposing(area.current, true)
    else if (!isResting(area.current)) return
    agreed.current = value
    if (isFirst) area.current.value = value
    else replaceWhole(area.current, value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is not to be taken from its area
  useLayoutEffect(take, [value])

  return {
    onChange({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      if (currentTarget.value === agreed.current) return
      const text = read(currentTarget.value)
      if (isResting(currentTarget) && text !== currentTarget.value) currentTarget.value = text
      agreed.current = currentTarget.value
      onChange(text)
    },
    onCompositionStart({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      setComposing(currentTarget, false)
    },
    onCompositionEnd({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
      setComposing(currentTarget, true)
      take()
    },
  }
}
