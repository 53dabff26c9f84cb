import { type RequestHandler, Router } from 'express'
import { readPictureAddress } from '#protocol/pictureAddress.ts'
import { PICTURE_MEDIA_TYPE } from '#server/features/pictures/imageProcessing.ts'
import type { PictureServingLimits } from '#server/limits.ts'
import { sendBuffer } from '#server/platform/download.ts'
import { YEAR_S } from '#server/platform/durations.ts'
import { tooMany } from '#server/platform/errors.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrency.ts'
import { createTokenBuckets } from '#server/platform/limits/keyedLimits.ts'
import { addressKey } from '#server/platform/request.ts'
import type { NotePictureRepository } from './notePictures.repository.ts'

interface PictureServingParts {
  notePictures: NotePictureRepository
  limits: PictureServingLimits
  scale: number
}

const KILOBYTE = 1_000
const SOON_MS = 1_000

/**
 * Serves a picture to every client with the address, since an image element sends no token. Pictures are immutable,
 * but shared caches must not store them. Loads the bytes only to send them.
 */
export function serveNotePictures({ notePictures, limits, scale }: PictureServingParts): RequestHandler {
  const inTurn = createConcurrencyLimit(limits.atOnce)
  const requests = createTokenBuckets(limits.requests, scale)
  const traffic = createTokenBuckets(limits.traffic, scale)

  return Router().get('/pictures/:pictureId', async (request, response, next) => {
    const address = addressKey(request.ip ?? '')
    if (!requests.take(address)) throw tooMany(SOON_MS)
    const pictureId = readPictureAddress(request.path)?.pictureId
    const size = pictureId === undefined ? null : await notePictures.findSize(pictureId)
    if (pictureId === undefined || size === null) return next()
    const setHeaders = () =>
      response
        .set({ 'Cache-Control': `private, max-age=${YEAR_S}, immutable`, ETag: `"${pictureId}"` })
        .type(PICTURE_MEDIA_TYPE)
    if (request.get('If-None-Match') === `"${pictureId}"`) return void setHeaders().status(304).end()
    if (request.method === 'HEAD') return void setHeaders().set('Content-Length', String(size)).end()

    if (!traffic.take(address, Math.ceil(size / KILOBYTE))) throw tooMany(SOON_MS)
    await inTurn(address, async () => {
      const bytes = await notePictures.getBytes(pictureId)
      if (bytes === null) return next()
      setHeaders()
      await sendBuffer(response, bytes)
    })
  })
}
