import { linesOf } from '#protocol/reports.ts'

/**
 * Whether a copy consists of nothing but lines of a text, in their order and each at most once: nobody is reported for what
 * they did not write.
 */
export function isPickedFrom(copy: string, text: string): boolean {
  const lines = linesOf(text)
  let next = 0
  return linesOf(copy).every(line => {
    const place = lines.indexOf(line, next)
    next = place + 1
    return place >= 0
  })
}
