import type { PointerEvent } from 'react'
import { formatDateTime } from '#client/platform/language/time.ts'
import type { Language } from '#protocol/text/languages.ts'

/**
 * Props that show date and time as the tooltip of an element. It is written once the pointer is over the element: on a phone, which has
 * no tooltips, the formatter of whole dates takes longer to create than a list takes to render.
 */
export function dateTooltip(at: Date, language: Language) {
  return {
    onPointerEnter({ currentTarget }: PointerEvent<HTMLElement>): void {
      currentTarget.title = formatDateTime(at, language)
    },
  }
}
