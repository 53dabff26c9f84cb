import '#client/ui/tokens.css'
import '#client/ui/base.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { readRenderedText } from '#client/features/passages/renderedText.ts'
import { Markdown } from '#client/markdown/Markdown.tsx'
import { waitForMarkdown } from '#client/markdown/markdown.ready.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

/** A page that only shows notes, for browser tests. */
declare global {
  interface Window {
    /** Replaces the shown notes. Own texts render as in the preview of the editor. */
    showNotes: (texts: readonly string[], areOwnTexts?: boolean) => void
    notesReady: () => Promise<void>
    /** The text of each note as it is on the page. */
    renderedTexts: () => string[]
  }
}

await completeCatalogue()
const container = document.getElementById('notes') ?? document.body
const root = createRoot(container)

window.showNotes = (texts, areOwnTexts = false) => {
  // Stable keys, so that the notes are edited and not replaced.
  const note = (text: string, index: number) => <Markdown key={index} text={text} isOwnText={areOwnTexts} />
  flushSync(() => root.render(texts.map(note)))
}
window.notesReady = async () => {
  // On a busy machine a note may need longer than a print dialog waits.
  do await waitForMarkdown(container)
  while (container.querySelector('[aria-busy="true"]'))
}
window.renderedTexts = () => [...container.querySelectorAll('.md')].map(note => readRenderedText(note).text)
