import { type RefObject, useEffect, useState } from 'react'
import { whenMarkdownReady } from '#client/markdown/markdown.ready.ts'

interface Printing {
  /** Opens the browser's print dialog as soon as everything looks as it will on paper. */
  print: () => Promise<void>
  isPreparing: boolean
}

/** Prints the sheet. While it is printed the document bears the note's title alone: it becomes the file's name. */
export function usePrinting(title: string, sheet: RefObject<HTMLElement | null>): Printing {
  const [isPreparing, setPreparing] = useState(false)

  useEffect(() => {
    const listening = new AbortController()
    let tabTitle = ''
    window.addEventListener(
      'beforeprint',
      () => {
        tabTitle = document.title
        document.title = title
      },
      listening,
    )
    window.addEventListener(
      'afterprint',
      () => {
        document.title = tabTitle
      },
      listening,
    )
    return () => listening.abort()
  }, [title])

  async function print() {
    setPreparing(true)
    if (sheet.current) await whenMarkdownReady(sheet.current)
    setPreparing(false)
    window.print()
  }

  return { print, isPreparing }
}
