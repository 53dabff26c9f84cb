import { type RefObject, useEffect, useState } from 'react'
import { waitForMarkdown } from '#client/markdown/markdown.ready.ts'

interface Printing {
  /** Opens the print dialog once everything is rendered. */
  print: () => Promise<void>
  isPreparing: boolean
}

/**
 * Prints the sheet, with its title and the page number on each page. The document title is the note's title while printing, because
 * browsers use it as the file name.
 */
export function usePrinting(title: string, sheet: RefObject<HTMLElement | null>): Printing {
  const [isPreparing, setPreparing] = useState(false)

  useEffect(() => {
    const aborter = new AbortController()
    let tabTitle = ''
    // The content security policy rejects style elements.
    const pageMargins = new CSSStyleSheet()
    pageMargins.replaceSync(pageMarginStyles(title))
    window.addEventListener(
      'beforeprint',
      () => {
        tabTitle = document.title
        document.title = title
        document.adoptedStyleSheets.push(pageMargins)
      },
      aborter,
    )
    window.addEventListener(
      'afterprint',
      () => {
        document.title = tabTitle
        removeSheet(pageMargins)
      },
      aborter,
    )
    return () => {
      aborter.abort()
      removeSheet(pageMargins)
    }
  }, [title])

  async function print() {
    setPreparing(true)
    if (sheet.current) await waitForMarkdown(sheet.current)
    setPreparing(false)
    window.print()
  }

  return { print, isPreparing }
}

function removeSheet(removed: CSSStyleSheet): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== removed)
}

/** Browsers without margin boxes ignore them. The first page shows the title as its heading. */
function pageMarginStyles(title: string): string {
  const quoted = `"${title.replace(/["\\]/g, '\\$&')}"`
  const look = 'font: 8pt sans-serif; color: #5b625d;'
  return `
    @page { @bottom-center { content: counter(page) " / " counter(pages); ${look} } }
    @page { @top-center { content: ${quoted}; ${look} } }
    @page :first { @top-center { content: ""; } }
  `
}
