import { renderToStaticMarkup } from 'react-dom/server'
import { withMessages } from '#client/platform/language/language.ts'
import type { RunLimited, VisitorPage } from '#protocol/publicPages.ts'
import { type Language, languages } from '#protocol/text/languages.ts'
import { PublicPage } from './PublicPage.tsx'
import { formulaRenderer } from './staticFormulas.ts'

/** Renders the body of a page for visitors. `runLimited` bounds the time of what a text can make slow. */
export async function renderPublicPage(
  page: VisitorPage,
  language: Language,
  runLimited: RunLimited,
): Promise<string> {
  const messages = await languages[language].load()
  const shows = { formula: formulaRenderer(runLimited), picture: (address: string) => address }
  return withMessages(language, messages, () =>
    renderToStaticMarkup(<PublicPage page={page} shows={shows} />),
  )
}
