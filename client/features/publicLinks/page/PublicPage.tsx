import { renderWholeText } from '#client/markdown/markdown.rendering.ts'
import { IsArticle, type StaticPage, StaticPageContext, TextId } from '#client/markdown/markdownContexts.ts'
import { currentLanguage, t } from '#client/platform/language/language.ts'
import { REPORT_WORDS_MAX } from '#protocol/limits.ts'
import { publicLinkPath } from '#protocol/publicLinks.ts'
import type { PublishedNote, VisitorPage } from '#protocol/publicPages.ts'
import { DEFAULT_LANGUAGE, languages } from '#protocol/text/languages.ts'

export type NoteOnPage = Omit<PublishedNote, 'linkId'>

/** The body of a page for visitors. It is complete without scripts, so nothing here may need an effect or a handler. */
export function PublicPage(props: { page: VisitorPage; shows: StaticPage }) {
  return (
    <div className="public-page">
      <PageContent {...props} />
    </div>
  )
}

function PageContent({ page, shows }: { page: VisitorPage; shows: StaticPage }) {
  switch (page.kind) {
    case 'note':
      return <NotePage note={page.note} shows={shows} />
    case 'report':
      return <ReportPage {...page} />
    case 'reported':
      return (
        <Notice title={t('publicPage.reported')} text={t('publicPage.reportedMore')}>
          <a href={publicLinkPath(page.linkId)}>{t('publicPage.reportBack')}</a>
        </Notice>
      )
    case 'busy':
      return <Notice title={t('publicPage.busy')} text={t('publicPage.busyMore')} />
    case 'missing':
      return (
        <Notice title={t('publicPage.missing')} text={t('publicPage.missingMore')}>
          <a href="/home">{t('publicPage.toProduct')}</a>
        </Notice>
      )
  }
}

function NotePage({ note, shows }: { note: PublishedNote; shows: StaticPage }) {
  return (
    <>
      <main className="public-note">
        <article>
          <NoteHead note={note} />
          <StaticMarkdown text={note.text} shows={shows} />
        </article>
      </main>
      <footer className="public-footer">
        <a href="/home">{t('publicPage.writtenWith')}</a>
        <span aria-hidden="true">·</span>
        <a className="no-print" href={`${publicLinkPath(note.linkId)}/report`} rel="nofollow">
          {t('publicPage.report')}
        </a>
      </footer>
    </>
  )
}

/** A note as a file of its own. */
export function NoteFile({ note, shows }: { note: NoteOnPage; shows: StaticPage }) {
  return (
    <div className="public-page">
      <main className="public-note">
        <article>
          <NoteHead note={note} />
          <StaticMarkdown text={note.text} shows={shows} />
        </article>
      </main>
      <footer className="public-footer">{t('publicPage.writtenWith')}</footer>
    </div>
  )
}

function NoteHead({ note: { title, author, lastUpdate } }: { note: NoteOnPage }) {
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

/** The text of a note, as the app shows it. */
function StaticMarkdown({ text, shows }: { text: string; shows: StaticPage }) {
  return (
    <StaticPageContext value={shows}>
      <IsArticle value={true}>
        <TextId value="note">
          <div className="md" lang={languageIn(text)}>
            {renderWholeText(text).elements}
          </div>
        </TextId>
      </IsArticle>
    </StaticPageContext>
  )
}

function ReportPage({ linkId, title, words, isInvalid }: Extract<VisitorPage, { kind: 'report' }>) {
  const back = publicLinkPath(linkId)
  return (
    <main className="public-note public-report">
      <h1>{t('publicPage.reportTitle')}</h1>
      <p className="public-report__about" dir="auto">
        {title}
      </p>
      <p>{t('publicPage.reportLead')}</p>
      <form className="field" method="post" action={`${back}/report`}>
        <label className="field__label" htmlFor="words">
          {t('publicPage.reportWords')}
        </label>
        <textarea
          className="field__control"
          id="words"
          name="words"
          rows={5}
          required
          maxLength={REPORT_WORDS_MAX}
          defaultValue={words}
          aria-invalid={isInvalid || undefined}
          aria-describedby="hint"
        />
        <p className={isInvalid ? 'field__error' : 'field__hint'} id="hint">
          {t(isInvalid ? 'publicPage.checkWords' : 'publicPage.reportWordsHint')}
        </p>
        <div className="public-report__buttons">
          <a href={back}>{t('publicPage.reportBack')}</a>
          <button className="button button--primary" type="submit">
            {t('publicPage.reportSend')}
          </button>
        </div>
      </form>
    </main>
  )
}

function Notice({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <main className="public-note public-notice">
      <h1>{title}</h1>
      <p>{text}</p>
      {children && <p>{children}</p>}
    </main>
  )
}

/** Notes do not say their language. A screen reader would read a foreign text with Korean sounds. */
function languageIn(text: string): string {
  return /[가-힣]/.test(text) ? DEFAULT_LANGUAGE : ''
}

/** All readers see the same page, so the day is that of Korea, where most of them are. */
function dateOf(time: string): string {
  const { locale } = languages[currentLanguage()]
  return new Date(time).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'Asia/Seoul' })
}
