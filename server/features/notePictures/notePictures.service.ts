import { randomBytes } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import { processNotePicture } from './notePictures.processing.ts'
import {
  initialReferenceState,
  type NotePictureRecord,
  type NotePictureSummary,
  referenceStateAfterCheck,
} from './notePictures.repository.ts'

const ID_BYTES = 16

/** Idempotent: a repeated upload returns the first picture. `path` is the uploaded file. */
export async function storePicture(
  context: Context,
  viewer: Viewer,
  { path, requestKey }: { path: string; requestKey?: string | undefined },
): Promise<NotePictureSummary> {
  const { notePictures, storageUsage } = context.repositories
  const made = await processNotePicture(path, 'picture')
  const now = context.clock()
  const picture: NotePictureRecord = {
    pictureId: randomBytes(ID_BYTES).toString('hex'),
    ownerNo: viewer.userNo,
    ...made,
    size: made.bytes.length,
    uploadedAt: now,
    ...(requestKey !== undefined && { requestKey }),
    ...initialReferenceState(now),
  }
  const hasRoom = await storageUsage.reserve(picture, now)
  const isStored = hasRoom && (await notePictures.insert(picture))
  if (hasRoom) await storageUsage.settle(picture, isStored)
  if (isStored) return picture
  const before = requestKey && (await notePictures.findByRequestKey(viewer.userNo, requestKey))
  if (before) return before
  throw new RequestError('quota', { sentence: 'quota.notePictures' })
}

/** Pictures to check per cleanup run. */
const CHECKS_PER_RUN = 500
/** A store or delete operation that takes longer has crashed. */
const UNSETTLED_MS = 60_000

/**
 * Deletes pictures that no note of their owner, or of an author with whom the owner has written, has referenced for too long. Idempotent
 * and safe to run on several nodes.
 */
export async function cleanUpPictures(context: Context): Promise<void> {
  const { repositories, clock } = context
  const now = clock()
  await settlePictures(context, new Date(now.getTime() - UNSETTLED_MS))
  for (const picture of await repositories.notePictures.findDue(now, CHECKS_PER_RUN)) {
    const state = referenceStateAfterCheck(
      picture,
      await repositories.pictureReferences.isReferenced(picture),
      now,
    )
    if (state !== null) await repositories.notePictures.saveCheck(picture, state)
    else await deleteUnreferenced(context, picture, now)
  }
}

/** Runs on one node only, and not if a note has just referenced the picture. */
async function deleteUnreferenced(context: Context, picture: NotePictureSummary, now: Date): Promise<void> {
  const { notePictures, pictureReferences, storageUsage } = context.repositories
  const isOurs = await notePictures.saveCheck(picture, {
    ...picture,
    checkAt: new Date(now.getTime() + UNSETTLED_MS),
  })
  if (!isOurs || (await pictureReferences.isReferenced(picture))) return
  await storageUsage.startDeletion(picture, now)
  await notePictures.delete(picture.pictureId)
  await storageUsage.settle(picture, false)
}

/** Completes stores and deletions that a crash interrupted. */
async function settlePictures({ repositories }: Context, before: Date): Promise<void> {
  for (const picture of await repositories.storageUsage.findUnsettled(before))
    await repositories.storageUsage.settle(picture, await repositories.notePictures.exists(picture.pictureId))
}
