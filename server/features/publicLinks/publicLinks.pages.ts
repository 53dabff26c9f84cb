import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { REPORT_WORDS_MAX } from '#protocol/limits.ts'
import { publicLinkPath } from '#protocol/publicLinks.ts'
import type { PageRenderer, VisitorPage } from '#protocol/publicPages.ts'
import { reportWordsField } from '#protocol/reports.ts'
import type { Context } from '#server/context.ts'
import { sendPage } from '#server/features/pages/encodedPage.ts'
import { reportPublicNote } from '#server/features/reports/reports.service.ts'
import type { VisitorPageLimits } from '#server/limits.ts'
import { RequestError } from '#server/platform/errors.ts'
import { languageOf } from '#server/platform/i18n.ts'
import { createBudgets, createTokenBuckets } from '#server/platform/limits/keyedLimits.ts'
import { addressKey } from '#server/platform/request.ts'
import { findPublicNote } from './publicLinks.service.ts'
import { createVisitorPages, type EncodedVisitorPage } from './visitorPages.ts'

interface VisitorPageParts {
  publicUrl: string
  loadRenderer: () => Promise<PageRenderer>
  limits: VisitorPageLimits
  scale: number
}

// Patterns, because Express would decode a named parameter, and not every path can be decoded.
const NOTE = /^\/p\/([\w-]{22})(?:\/([1-9]\d?))?\/?$/
const REPORT = /^\/p\/([\w-]{22})(?:\/([1-9]\d?))?\/report\/?$/
const ANY = /^\/p\//

/** Up to 27 bytes for each percent-encoded Hangul syllable, in three jamo, and the name of the field. */
const BODY_BYTES_MAX = REPORT_WORDS_MAX * 27 + 100

/** Nothing is loaded but pictures of this server, and no script runs. */
const POLICY = "default-src 'none'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Serves the public pages of notes, to visitors without scripts, and takes their reports. Each request looks at the
 * database, so an ended link ends at once on every node. All links that do not work get the same response.
 */
export function servePublicNotes(
  context: Context,
  { publicUrl, loadRenderer, limits, scale }: VisitorPageParts,
): RequestHandler {
  const pages = createVisitorPages(loadRenderer, { publicUrl })
  const requests = createTokenBuckets(limits.requests, scale)
  const renderings = createTokenBuckets(limits.renderings, scale)
  const renderingTime = createBudgets(limits.renderingTime, scale)
  /** Rejected forms, which contain what the visitor has typed, so that each is rendered anew. */
  const rejectedForms = createTokenBuckets(limits.rejectedForms, scale)
  const parseForm = express.urlencoded({
    limit: BODY_BYTES_MAX,
    inflate: false,
    extended: false,
    parameterLimit: 5,
  })

  function send(request: Request, response: Response, page: EncodedVisitorPage, isForm = false): void {
    const forms = isForm ? "; form-action 'self'" : "; form-action 'none'"
    response.set({
      'Content-Security-Policy': `${POLICY}; style-src 'sha256-${page.styleHash}'${forms}`,
      // Revalidated at each visit, so that no copy outlives its link.
      'Cache-Control': 'private, no-cache',
    })
    response.vary('Accept-Language')
    sendPage(request, response, page)
  }

  async function sendOther(
    request: Request,
    response: Response,
    status: number,
    page: Exclude<VisitorPage, { kind: 'note' }>,
  ): Promise<void> {
    response.status(status).set('X-Robots-Tag', 'noindex')
    send(request, response, await pages.other(page, languageOf(request)), page.kind === 'report')
  }

  const sendMissing = (request: Request, response: Response) =>
    sendOther(request, response, 404, { kind: 'missing' })

  function sendBusy(request: Request, response: Response): Promise<void> {
    response.set('Retry-After', String(limits.retryAfterS))
    return sendOther(request, response, 429, { kind: 'busy' })
  }

  /** The note of the request's link. Responds itself, and returns null, if there is none or the visitor must wait. */
  async function findNote(request: Request, response: Response) {
    if (!requests.take(addressKey(request.ip ?? ''))) {
      await sendBusy(request, response)
      return null
    }
    const place = Number(request.params[1] ?? 1)
    const found = await findPublicNote(context, String(request.params[0]), place)
    if (found === null) await sendMissing(request, response)
    return found
  }

  return Router()
    .get(NOTE, async (request, response) => {
      const found = await findNote(request, response)
      if (found === null) return
      const { note, author, part } = found
      const { linkId, isIndexed = false } = note.publicLink
      const { title, text } = note
      const page = await pages.ofNote(
        `${linkId} ${note.version} ${author} ${part ? Object.values(part).join(' ') : ''}`,
        {
          ...{ linkId, title, text, author, lastUpdate: note.lastUpdate.toISOString() },
          ...(part && { part: { place: part.place, count: part.count } }),
        },
        { language: languageOf(request), isIndexed },
        {
          mayRender: () => renderingTime.waitMs(note.authorNo) === 0 && renderings.take(note.authorNo),
          onRendered: ms => renderingTime.spend(note.authorNo, ms),
        },
      )
      if (page === null) return sendBusy(request, response)
      if (!isIndexed) response.set('X-Robots-Tag', 'noindex')
      send(request, response, page)
    })

    .get(REPORT, async (request, response) => {
      const found = await findNote(request, response)
      if (found === null) return
      const { linkId } = found.note.publicLink
      const place = found.part?.place ?? 1
      const page: Exclude<VisitorPage, { kind: 'note' }> =
        request.query.sent === undefined
          ? { kind: 'report', linkId, place, title: found.note.title, words: '', isInvalid: false }
          : { kind: 'reported', linkId, place }
      await sendOther(request, response, 200, page)
    })

    .post(REPORT, parseForm, async (request, response) => {
      const found = await findNote(request, response)
      if (found === null) return
      const { note, part } = found
      const { linkId } = note.publicLink
      const place = part?.place ?? 1
      const { words } = (request.body ?? {}) as Record<string, unknown>
      const parsed = reportWordsField.safeParse(words)
      if (!parsed.success || parsed.data === '' || !isOwnForm(request)) {
        if (!rejectedForms.take(addressKey(request.ip ?? ''))) return sendBusy(request, response)
        const typed = typeof words === 'string' ? words.slice(0, REPORT_WORDS_MAX) : ''
        const form = {
          kind: 'report',
          linkId,
          place,
          title: note.title,
          words: typed,
          isInvalid: true,
        } as const
        return sendOther(request, response, 400, form)
      }
      if (!(await mayReport(request))) return sendBusy(request, response)
      await reportPublicNote(context, found, parsed.data)
      response.redirect(303, `${publicLinkPath(linkId, place)}/report?sent`)
    })

    .get(ANY, sendMissing)

  async function mayReport(request: Request): Promise<boolean> {
    try {
      await context.attempts.publicReport.admit(addressKey(request.ip ?? ''))
      return true
    } catch (error) {
      if (error instanceof RequestError && error.code === 'tooMany') return false
      throw error
    }
  }
}

/**
 * A page of another site must not send reports from its visitors. Browsers send the origin of our own form as `null`, because of its
 * referrer policy. Older ones do not send the site.
 */
function isOwnForm(request: Request): boolean {
  if (['cross-site', 'same-site'].includes(request.get('Sec-Fetch-Site') ?? '')) return false
  const origin = request.get('Origin') ?? 'null'
  return origin === 'null' || (URL.canParse(origin) && new URL(origin).host === request.get('Host'))
}
