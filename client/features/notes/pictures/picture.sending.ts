import type { CallFailed } from '#client/platform/calls/callFailed.ts'
import { callWithProgress } from '#client/platform/calls/callWithProgress.ts'
import { requireUser } from '#client/session/session.user.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { hasPictures } from '#protocol/pictureAddress.ts'
import { asSmall } from './picture.compression.ts'
import { type Copies, copiesOf } from './picture.copies.ts'
import { createUploads, type SendPicture, type Uploads } from './picture.uploads.ts'

/** One person's: never sent in the name of whoever is signed in by then. `copies`: where the pictures lie, else on this device. */
export function uploadsOf(userNo: number, copies: Copies = copiesOf(userNo)): Uploads {
  const send: SendPicture = async ({ key, file }, options) => {
    const picture = await asSmall(file)
    requireUser(userNo)
    return callWithProgress(uploadPicture, { picture, requestKey: key }, options)
  }
  return createUploads({ send, isGone, copies, now: Date.now })
}

async function isGone(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

/** For texts that are in no editor: a picture that is refused keeps its text from being sent, until its writer has seen why. */
export function pendingPictures(userNo: number) {
  const uploads = uploadsOf(userNo)
  let rejection: CallFailed | null = null
  uploads.attach({
    onFound: () => undefined,
    onGone: () => undefined,
    onDone: () => undefined,
    onRejected: (_, why) => {
      rejection = why?.failure ?? null
    },
  })
  return {
    async settle(text: string): Promise<string> {
      if (!hasPictures(text)) return text
      rejection = null
      const settled = await uploads.settle(text)
      if (rejection) throw rejection
      return settled
    },
    stop: uploads.stop,
  }
}
