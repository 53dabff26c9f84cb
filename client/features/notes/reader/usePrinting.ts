import { type RefObject, useEffect, useState } from 'react'
import { waitForMarkdown } from '#client/markdown/markdown.ready.ts'

interface Printing {
  /** Opens the print dialog once everything is rendered. */
  print: () => Promise<void>
  isPreparing: boolean
}

/** Prints the sheet. The document title is the note's title while printing, because browsers use it as the file name. */
export function usePrinting(title: string, sheet: RefObject<HTMLElement | null>): Printing {
  const [isPreparing, setPreparing] = useState(false)

  useEffect(() => {
    const aborter = new AbortController()
    let tabTitle = ''
    window.addEventListener(
      'beforeprint',
      () => {
        tabTitle = document.title
        document.title = title
      },
      aborter,
    )
    window.addEventListener(
      'afterprint',
      () => {
        document.title = tabTitle
      },
      aborter,
    )
    return () => aborter.abort()
  }, [title])

  async function print() {
    setPreparing(true)
    if (sheet.current) await waitForMarkdown(sheet.current)
    setPreparing(false)
    window.print()
  }

  return { print, isPreparing }
}
