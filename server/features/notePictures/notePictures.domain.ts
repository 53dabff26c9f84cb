import { randomBytes } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import { makeNotePicture } from './notePictures.processing.ts'
import { holdingOfNew } from './notePictures.rules.ts'
import type { NotePictureRecord, NotePictureSummary } from './notePictures.store.ts'

const ID_BYTES = 16

/** A repeated upload answers with the picture that the first one made. `path`: where the file lies as it was uploaded. */
export async function storePicture(
  context: Context,
  viewer: Viewer,
  { path, requestKey }: { path: string; requestKey?: string | undefined },
): Promise<NotePictureSummary> {
  const { notePictures, pictureSpace } = context.stores
  const made = await makeNotePicture(path, 'picture')
  const now = context.clock()
  const picture: NotePictureRecord = {
    pictureId: randomBytes(ID_BYTES).toString('hex'),
    ownerNo: viewer.userNo,
    ...made,
    size: made.bytes.length,
    uploadedAt: now,
    ...(requestKey !== undefined && { requestKey }),
    ...holdingOfNew(now),
  }
  const hasRoom = await pictureSpace.reserve(picture, now)
  const isStored = hasRoom && (await notePictures.insert(picture))
  if (hasRoom) await pictureSpace.settle(picture, isStored)
  if (isStored) return picture
  const before = requestKey && (await notePictures.byRequestKey(viewer.userNo, requestKey))
  if (before) return before
  throw new RequestError('quota', { sentence: 'quota.notePictures' })
}
