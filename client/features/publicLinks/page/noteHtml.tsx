import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { fetchFile } from '#client/platform/calls/callApi.ts'
import { currentLanguage, t } from '#client/platform/language/language.ts'
import { safeName } from '#protocol/fileTree.ts'
import { pictureAddress, pictureIdsIn } from '#protocol/pictureAddress.ts'
import { languageIn, NoteHead, type NoteOnPage } from './NoteHead.tsx'
import { pageStyles } from './pageStyles.ts'
import { formulaRenderer } from './staticFormulas.ts'

/** Of all pictures in one file, in bytes. Browsers and mail programs become slow with larger ones. */
const PICTURES_BYTES_MAX = 20_000_000

/** The file loads nothing and runs nothing, wherever it is opened. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

/**
 * Definitions of macros, with which a short formula can take minutes. No time limit ends the work of a page, so such
 * formulas are shown as their source.
 */
const MACROS = /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:future)?let)(?![a-z])/i

/**
 * A note as one HTML file with its pictures, as its public page shows it. Pictures beyond the limit, and deleted ones,
 * are shown as their descriptions. Needs a connection for pictures only. Throws CallFailed. Import it lazily.
 */
export async function noteHtmlFile(note: NoteOnPage): Promise<File> {
  const pictures = await loadPictures(note.text)
  // Not a static import: the parser would move into a chunk of all screens.
  const { StaticMarkdown } = await import('#client/markdown/Markdown.tsx')
  const formula = formulaRenderer(work => work())
  const shows = {
    formula: (tex: string, display: boolean) => (MACROS.test(tex) ? null : formula(tex, display)),
    picture: (address: string) => pictures.get(address) ?? null,
  }
  const file = document.implementation.createHTMLDocument(note.title)
  file.documentElement.lang = currentLanguage()
  const style = file.createElement('style')
  style.textContent = pageStyles
  file.head.prepend(
    metaIn(file, { charset: 'utf-8' }),
    metaIn(file, { 'http-equiv': 'Content-Security-Policy', content: POLICY }),
    metaIn(file, { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    metaIn(file, { name: 'color-scheme', content: 'light dark' }),
  )
  file.head.append(style)
  file.body.innerHTML = markupOf(
    <div className="public-page">
      <main className="public-note">
        <article>
          <NoteHead note={note} />
          <StaticMarkdown text={note.text} lang={languageIn(note.text)} shows={shows} />
        </article>
      </main>
      <footer className="public-footer">{t('publicPage.writtenWith')}</footer>
    </div>,
  )
  const html = `<!doctype html>\n${file.documentElement.outerHTML}\n`
  return new File([html], `${safeName(note.title, t('notes.untitled'))}.html`, { type: 'text/html' })
}

/** Data URLs of the pictures of this server in a text, by their address. */
async function loadPictures(text: string): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  let bytes = 0
  for (const address of pictureIdsIn(text).map(pictureAddress)) {
    const picture = await fetchFile(address)
    bytes += picture?.size ?? 0
    if (bytes > PICTURES_BYTES_MAX) break
    if (picture) pictures.set(address, await dataUrlOf(picture))
  }
  return pictures
}

function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(picture)
  })
}

function metaIn(file: Document, attributes: Record<string, string>): HTMLMetaElement {
  const meta = file.createElement('meta')
  for (const [name, value] of Object.entries(attributes)) meta.setAttribute(name, value)
  return meta
}

/** By the React of the page: the server's would be another 40 kB. */
function markupOf(content: ReactNode): string {
  const container = document.createElement('div')
  const root = createRoot(container)
  flushSync(() => root.render(content))
  const markup = container.innerHTML
  root.unmount()
  return markup
}
