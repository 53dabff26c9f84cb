import { type Request, type RequestHandler, type Response, Router } from 'express'
import { NOTICES_FEED_PATH } from '#protocol/feeds.ts'
import type { Context } from '#server/context.ts'
import type { FeedLimits } from '#server/limits.ts'
import { isUnchanged } from '#server/platform/conditional.ts'
import { notFound, tooMany } from '#server/platform/errors.ts'
import { languageOf, translatorFor } from '#server/platform/i18n.ts'
import { createTokenBuckets } from '#server/platform/limits/keyedLimits.ts'
import { addressKey } from '#server/platform/request.ts'
import { type AtomFeed, writeAtom } from './atom.ts'
import { findFeed, noticesFeed } from './feeds.service.ts'

// A pattern, because Express would decode a named parameter, and not every path can be decoded.
const SECRET_FEED = /^\/feeds\/([\w-]{22})\.atom$/

/** Serves the feeds to programs that do not sign in. Every unknown or ended address gets the same response. */
export function serveFeeds(
  context: Context,
  { publicUrl, limits, scale }: { publicUrl: string; limits: FeedLimits; scale: number },
): RequestHandler {
  const requests = createTokenBuckets(limits.requests, scale)

  function countRequest(request: Request): void {
    if (!requests.take(addressKey(request.ip ?? ''))) throw tooMany(limits.retryAfterMs)
  }

  function send(request: Request, response: Response, feed: AtomFeed): void {
    const options = { publicUrl, self: request.path, t: translatorFor(languageOf(request)) }
    const xml = writeAtom(feed, options)
    response.set('X-Robots-Tag', 'noindex')
    if (isUnchanged(request, response, xml)) return void response.status(304).end()
    response.type('application/atom+xml; charset=utf-8').send(xml)
  }

  return Router()
    .get(NOTICES_FEED_PATH, async (request, response) => {
      countRequest(request)
      send(request, response, await noticesFeed(context))
    })
    .get(SECRET_FEED, async (request, response) => {
      countRequest(request)
      const feed = await findFeed(context, String(request.params[0]))
      if (feed === null) throw notFound()
      send(request, response, feed)
    })
}
