import '#client/ui/tokens.css'
import '#client/ui/base.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { completeCatalogue } from '#client/platform/language.ts'
import { Markdown } from '../../Markdown.tsx'
import { whenMarkdownReady } from '../../markdown.ready.ts'

/** A page of nothing but notes, for the tests in the browser. */
declare global {
  interface Window {
    /** Shows the notes in place of those shown before, as an editor's preview would. */
    showNotes: (texts: readonly string[]) => void
    notesReady: () => Promise<void>
  }
}

await completeCatalogue()
const place = document.getElementById('notes') ?? document.body
const root = createRoot(place)

window.showNotes = texts => {
  // biome-ignore lint/suspicious/noArrayIndexKey: the first note of a page is edited, not moved
  flushSync(() => root.render(texts.map((text, index) => <Markdown key={index} text={text} />)))
}
window.notesReady = () => whenMarkdownReady(place)
