import { type RequestHandler, Router } from 'express'
import { readPictureAddress } from '#protocol/pictureAddress.ts'
import { PICTURE_MEDIA_TYPE } from '#server/features/pictures/pictures.drawing.ts'
import { addressKey } from '#server/platform/address.ts'
import { sendWhole } from '#server/platform/download.ts'
import { tooMany } from '#server/platform/errors.ts'
import { createBuckets, type TokenBucketOptions } from '#server/platform/limits/buckets.ts'
import { type ConcurrencyParts, createConcurrencyLimit } from '#server/platform/limits/concurrency.ts'
import type { NotePictureStore } from './notePictures.store.ts'

export interface PictureServingLimits {
  /** How many are sent at a time, to an address and by a node: each is held in memory until it is taken. */
  atOnce: ConcurrencyParts
  /** How many an address may ask for, profile pictures among them: each is looked for in the database. Counted by each node for itself. */
  requests: TokenBucketOptions
  /** To an address, in kilobytes. Counted by each node for itself. */
  traffic: TokenBucketOptions
}

interface PictureServingParts {
  notePictures: NotePictureStore
  limits: PictureServingLimits
  scale: number
}

const YEAR_S = 31_536_000
const KILOBYTE = 1_000
const SOON_MS = 1_000

/**
 * To whoever has the address: an element that shows a picture sends no token. It never changes, but others' caches are not to
 * keep it. Its bytes are read only to be sent.
 */
export function serveNotePictures({ notePictures, limits, scale }: PictureServingParts): RequestHandler {
  const inTurn = createConcurrencyLimit(limits.atOnce)
  const requests = createBuckets(limits.requests, scale)
  const traffic = createBuckets(limits.traffic, scale)

  return Router().get('/pictures/:pictureId', async (request, response, next) => {
    const whose = addressKey(request.ip ?? '')
    if (!requests.take(whose)) throw tooMany(SOON_MS)
    const pictureId = readPictureAddress(request.path)?.pictureId
    const size = pictureId === undefined ? null : await notePictures.sizeOf(pictureId)
    if (pictureId === undefined || size === null) return next()
    const setHeaders = () =>
      response
        .set({ 'Cache-Control': `private, max-age=${YEAR_S}, immutable`, ETag: `"${pictureId}"` })
        .type(PICTURE_MEDIA_TYPE)
    if (request.get('If-None-Match') === `"${pictureId}"`) return void setHeaders().status(304).end()
    if (request.method === 'HEAD') return void setHeaders().set('Content-Length', String(size)).end()

    if (!traffic.take(whose, Math.ceil(size / KILOBYTE))) throw tooMany(SOON_MS)
    await inTurn(whose, async () => {
      const bytes = await notePictures.bytesOf(pictureId)
      if (bytes === null) return next()
      setHeaders()
      await sendWhole(response, bytes)
    })
  })
}
