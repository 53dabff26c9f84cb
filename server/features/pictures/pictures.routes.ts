import { type RequestHandler, Router } from 'express'
import { notFound } from '#server/platform/errors.ts'
import { PICTURE_MEDIA_TYPE } from './pictures.drawing.ts'
import type { PictureStore } from './pictures.store.ts'

const YEAR_S = 31_536_000

/** A picture never changes under its id, so it may be kept for ever. */
export function servePictures(pictures: PictureStore): RequestHandler {
  return Router().get('/pictures/:pictureId', async (request, response) => {
    const bytes = await pictures.bytesOf(String(request.params.pictureId))
    if (bytes === null) throw notFound()
    response.set('Cache-Control', `public, max-age=${YEAR_S}, immutable`).type(PICTURE_MEDIA_TYPE).send(bytes)
  })
}
