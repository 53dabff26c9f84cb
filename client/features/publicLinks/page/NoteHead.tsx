import { currentLanguage } from '#client/platform/language/language.ts'
import type { PublishedNote } from '#protocol/publicPages.ts'
import { DEFAULT_LANGUAGE, languages } from '#protocol/text/languages.ts'

/** A note outside of the app. */
export type NoteOnPage = Omit<PublishedNote, 'linkId'>

export function NoteHead({ note: { title, author, lastUpdate } }: { note: NoteOnPage }) {
  return (
    <header className="public-note__head">
      <h1 dir="auto" lang={languageIn(title)}>
        {title}
      </h1>
      <p className="public-note__byline">
        <bdi>{author}</bdi>
        <span aria-hidden="true">·</span>
        <time dateTime={lastUpdate}>{dateOf(lastUpdate)}</time>
      </p>
    </header>
  )
}

/** Notes do not say their language. A screen reader would read a foreign text with Korean sounds. */
export function languageIn(text: string): string {
  return /[가-힣]/.test(text) ? DEFAULT_LANGUAGE : ''
}

/** All readers see the same page, so the day is that of Korea, where most of them are. */
function dateOf(time: string): string {
  const { locale } = languages[currentLanguage()]
  return new Date(time).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'Asia/Seoul' })
}
