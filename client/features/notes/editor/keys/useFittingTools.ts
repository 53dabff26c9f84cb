import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * How many of the bar's children fit into it, the first ones; where not all do, beside one more button of the same size. Measured, since
 * words, languages and text sizes beside the bar decide on its width. The others have to be `hidden`.
 */
export function useFittingTools(bar: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    // Before the next frame is painted, when all is laid out, and then whenever the bar's size changes.
    const sizes = new ResizeObserver(() => flushSync(() => setFitting(countFitting(element, count))))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [bar, count])
  return fitting
}

function countFitting(bar: HTMLElement, count: number): number {
  const tools = [...bar.children].slice(0, count) as HTMLElement[]
  const sizes = tools.map(sizeOf)
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(bar)
  const room = bar.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
  const whole = sizes.reduce((sum, size) => sum + size, 0)
  if (whole <= room) return count
  let left = room - (sizes[0] ?? 0)
  const first = sizes.findIndex(size => {
    left -= size
    return left < 0
  })
  return first < 0 ? count : first
}

/** With the gap before it, in pixels; as it would be if it were not hidden. */
function sizeOf(tool: HTMLElement): number {
  const { hidden } = tool
  tool.hidden = false
  const size = tool.offsetWidth + Number.parseFloat(getComputedStyle(tool).marginInlineStart)
  tool.hidden = hidden
  return size
}
