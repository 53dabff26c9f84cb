import { StaticMarkdown } from '#client/markdown/Markdown.tsx'
import type { StaticPage } from '#client/markdown/markdownContexts.ts'
import { t } from '#client/platform/language/language.ts'
import { REPORT_WORDS_MAX } from '#protocol/limits.ts'
import { publicLinkPath } from '#protocol/publicLinks.ts'
import type { PublishedNote, VisitorPage } from '#protocol/publicPages.ts'
import { languageIn, NoteHead } from './NoteHead.tsx'

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
          <a href={publicLinkPath(page.linkId, page.place)}>{t('publicPage.reportBack')}</a>
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
          <StaticMarkdown text={note.text} lang={languageIn(note.text)} shows={shows} />
        </article>
        {note.part && <PartLinks linkId={note.linkId} {...note.part} />}
      </main>
      <footer className="public-footer">
        <a href="/home">{t('publicPage.writtenWith')}</a>
        <span className="no-print" aria-hidden="true">
          ·
        </span>
        <a
          className="no-print"
          href={`${publicLinkPath(note.linkId, note.part?.place)}/report`}
          rel="nofollow"
        >
          {t('publicPage.report')}
        </a>
      </footer>
    </>
  )
}

/** Links to the parts of a series before and after this one. */
function PartLinks({ linkId, place, count }: { linkId: string; place: number; count: number }) {
  return (
    <nav className="public-parts no-print" aria-label={t('publicPage.parts')}>
      <span>
        {place > 1 && (
          <a href={publicLinkPath(linkId, place - 1)} rel="prev">
            {t('publicPage.previousPart')}
          </a>
        )}
      </span>
      <span>{t('publicPage.part', { place, total: count })}</span>
      <span>
        {place < count && (
          <a href={publicLinkPath(linkId, place + 1)} rel="next">
            {t('publicPage.nextPart')}
          </a>
        )}
      </span>
    </nav>
  )
}

function ReportPage({ linkId, place, title, words, isInvalid }: Extract<VisitorPage, { kind: 'report' }>) {
  const back = publicLinkPath(linkId, place)
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
