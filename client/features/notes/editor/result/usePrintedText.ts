import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePrinting } from '#client/features/notes/reader/usePrinting.ts'
import { markdownPart } from '#client/markdown/markdown.part.ts'

/** The written text as a printed note, which is on the page only while it is printed. */
export function usePrintedText(title: string) {
  const sheet = useRef<HTMLElement>(null)
  const [isPrinted, setPrinted] = useState(false)
  const { print } = usePrinting(title, sheet)

  useEffect(() => {
    const listening = new AbortController()
    // From the browser's own menu nothing can be waited for: what is drawn by then is printed.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), listening)
    window.addEventListener('afterprint', () => setPrinted(false), listening)
    return () => listening.abort()
  }, [])

  return {
    sheet,
    isPrinted,
    async printText() {
      // Shown as it is written where the renderer cannot be had.
      await markdownPart.load().catch(() => undefined)
      flushSync(() => setPrinted(true))
      await print()
    },
  }
}
