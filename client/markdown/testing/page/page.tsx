import '#client/ui/tokens.css'
import '#client/ui/base.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { Markdown } from '#client/markdown/Markdown.tsx'
import { whenMarkdownReady } from '#client/markdown/markdown.ready.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

/** A page of nothing but notes, for the tests in the browser. */
declare global {
  interface Window {
    /** Shows the notes in place of those shown before; as an editor's preview would, when they are one's own. */
    showNotes: (texts: readonly string[], areOwnTexts?: boolean) => void
    notesReady: () => Promise<void>
  }
}

await completeCatalogue()
const place = document.getElementById('notes') ?? document.body
const root = createRoot(place)

window.showNotes = (texts, areOwnTexts = false) => {
  // The first note of a page is edited, not moved.
  const note = (text: string, index: number) => <Markdown key={index} text={text} isOwnText={areOwnTexts} />
  flushSync(() => root.render(texts.map(note)))
}
window.notesReady = () => whenMarkdownReady(place)
