import * as calls from '#protocol/notePictures.ts'
import { pictureAddress } from '#protocol/pictureAddress.ts'
import type { Context } from '#server/context.ts'
import { pathOf } from '#server/platform/body/multipart.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { storePicture } from './notePictures.service.ts'

export function notePictureRoutes(context: Context): Route[] {
  return [
    route(calls.uploadPicture).handle(async ({ viewer, input }) => {
      const path = pathOf(input.picture)
      const { pictureId, width, height } = await storePicture(context, viewer, {
        path,
        requestKey: input.requestKey,
      })
      return { success: true, address: pictureAddress(pictureId), width, height }
    }),
  ]
}
