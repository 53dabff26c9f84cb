import { createHash, timingSafeEqual } from 'node:crypto'
import express, { type Request, type RequestHandler, type Response, Router } from 'express'
import { MAIL_EVENTS_PATH, mailEventSchema } from '#protocol/mailNotifications.ts'
import type { Context } from '#server/context.ts'
import type { MailPageLimits } from '#server/limits.ts'
import { notFound, notSignedIn, RequestError, tooMany } from '#server/platform/errors.ts'
import { languageOf, translatorFor } from '#server/platform/i18n.ts'
import { createTokenBuckets } from '#server/platform/limits/keyedLimits.ts'
import { addressKey } from '#server/platform/request.ts'
import { findMailBySecret, recordMailEvent, unsubscribe } from './mailNotifications.service.ts'
import { renderUnsubscribePage, STYLE_HASH, type UnsubscribePage } from './unsubscribePage.ts'

interface MailPageParts {
  /** Bearer token of mail services; undefined if none may report. */
  eventsSecret: string | undefined
  limits: MailPageLimits
  scale: number
}

// A pattern, because Express would decode a named parameter, and not every path can be decoded.
const UNSUBSCRIBE = /^\/mail\/unsubscribe\/([\w-]{22})$/
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
const EVENT_BYTES_MAX = 2_000

/**
 * Serves the addresses in mails, to people and programs that do not sign in: the page that asks, and the POST with
 * which it or a mail program unsubscribes (RFC 8058). GET changes nothing, because mail scanners open all links.
 */
export function serveMailPages(
  context: Context,
  { eventsSecret, limits, scale }: MailPageParts,
): RequestHandler {
  const requests = createTokenBuckets(limits.requests, scale)
  const isAdmitted = (request: Request) => requests.take(addressKey(request.ip ?? ''))

  function send(request: Request, response: Response, status: number, page: UnsubscribePage): void {
    response
      .status(status)
      .set({
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      })
      .type('html')
      .send(renderUnsubscribePage(page, translatorFor(languageOf(request))))
  }

  /** Responds itself, and returns null, if there is no such mail. */
  async function findMail(request: Request, response: Response) {
    if (!isAdmitted(request)) {
      response.set('Retry-After', String(limits.retryAfterMs / 1000))
      send(request, response, 429, { kind: 'busy' })
      return null
    }
    const mail = await findMailBySecret(context, String(request.params[0]))
    if (mail === null) send(request, response, 404, { kind: 'missing' })
    return mail
  }

  const parseEvent = express.json({ limit: EVENT_BYTES_MAX, inflate: false })

  return Router()
    .get(UNSUBSCRIBE, async (request, response) => {
      const mail = await findMail(request, response)
      if (mail) send(request, response, 200, { kind: 'ask', isDigest: mail.kind === 'digest' })
    })
    .post(UNSUBSCRIBE, async (request, response) => {
      // The body says `List-Unsubscribe=One-Click` in any encoding; the address says everything.
      const mail = await findMail(request, response)
      if (mail === null) return
      await unsubscribe(context, mail)
      send(request, response, 200, { kind: 'done', isDigest: mail.kind === 'digest' })
    })
    .post(
      MAIL_EVENTS_PATH,
      (request, _response, next) => {
        if (eventsSecret === undefined) throw notFound()
        if (!isAdmitted(request)) throw tooMany(limits.retryAfterMs)
        if (!isSame(request.get('Authorization') ?? '', `Bearer ${eventsSecret}`)) throw notSignedIn()
        next()
      },
      parseEvent,
      async (request, response) => {
        const event = mailEventSchema.safeParse(request.body)
        if (!event.success) throw new RequestError('invalid')
        const { type, address } = event.data
        await recordMailEvent(context, {
          address,
          reason: type === 'bounce' ? 'bounced' : 'complained',
        })
        response.status(204).end()
      },
    )
}

/** Compares hashes: they have the same length, so the timing reveals nothing about the secret. */
function isSame(sent: string, expected: string): boolean {
  const digestOf = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(sent), digestOf(expected))
}
