import { type RequestHandler, Router } from 'express'
import { YEAR_S } from '#server/platform/durations.ts'
import { notFound } from '#server/platform/errors.ts'
import { PICTURE_MEDIA_TYPE } from './imageProcessing.ts'
import type { PictureRepository } from './pictures.repository.ts'

/** Serves profile pictures. They are immutable, so clients may cache them forever. */
export function serveProfilePictures(pictures: PictureRepository): RequestHandler {
  return Router().get('/pictures/:pictureId', async (request, response) => {
    const bytes = await pictures.getBytes(String(request.params.pictureId))
    if (bytes === null) throw notFound()
    response.set('Cache-Control', `public, max-age=${YEAR_S}, immutable`).type(PICTURE_MEDIA_TYPE).send(bytes)
  })
}
