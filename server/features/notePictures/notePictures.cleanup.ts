import type { Context } from '#server/context.ts'
import { holdingAfter } from './notePictures.rules.ts'
import type { NotePictureSummary } from './notePictures.store.ts'

/** Looked at in one go of the sweeper. */
const LOOKED_AT_ONCE = 500
/** Who has begun to store or delete a picture and has not ended by then has died. */
const UNSETTLED_MS = 60_000

/** Deletes pictures that no note of their owner's has held for too long. Safe to repeat, and on several nodes at once. */
export async function cleanUpPictures(context: Context): Promise<void> {
  const { stores, clock } = context
  const now = clock()
  await settlePictures(context, new Date(now.getTime() - UNSETTLED_MS))
  for (const picture of await stores.notePictures.due(now, LOOKED_AT_ONCE)) {
    const holding = holdingAfter(picture, await stores.referencedPictures.isHeld(picture), now)
    if (holding !== null) await stores.notePictures.recheck(picture, holding)
    else await removeUnheld(context, picture, now)
  }
}

/** By one node alone, and not if a note has come to hold it just now. */
async function removeUnheld(context: Context, picture: NotePictureSummary, now: Date): Promise<void> {
  const { notePictures, referencedPictures, pictureSpace } = context.stores
  const isOurs = await notePictures.recheck(picture, {
    ...picture,
    checkAt: new Date(now.getTime() + UNSETTLED_MS),
  })
  if (!isOurs || (await referencedPictures.isHeld(picture))) return
  await pictureSpace.leave(picture, now)
  await notePictures.delete(picture.pictureId)
  await pictureSpace.settle(picture, false)
}

/** What a crash left between a picture and the room that it takes. */
async function settlePictures({ stores }: Context, before: Date): Promise<void> {
  for (const picture of await stores.pictureSpace.unsettledBefore(before))
    await stores.pictureSpace.settle(picture, await stores.notePictures.isThere(picture.pictureId))
}
