import type { CallFailed } from '#client/platform/calls/callFailed.ts'
import { callWithProgress } from '#client/platform/calls/callWithProgress.ts'
import { requireUser } from '#client/session/session.user.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { hasPictures } from '#protocol/pictureAddress.ts'
import { compressImage } from './picture.compression.ts'
import { type PictureStore, pictureStoreOf } from './picture.store.ts'
import { createUploads, type SendPicture, type Uploads } from './picture.uploads.ts'

/** Uploads for one user; sends nothing after another user has signed in. `store` defaults to the store on this device. */
export function createUserUploads(userNo: number, store: PictureStore = pictureStoreOf(userNo)): Uploads {
  const send: SendPicture = async ({ key, file }, options) => {
    const picture = await compressImage(file)
    requireUser(userNo)
    return callWithProgress(uploadPicture, { picture, requestKey: key }, options)
  }
  return createUploads({ send, isMissing, store, now: Date.now })
}

async function isMissing(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status === 404
  } catch {
    return false
  }
}

/** Uploads the pictures of drafts outside the editor. A rejected picture blocks its draft, so that the user sees the reason first. */
export function createDraftUploads(userNo: number) {
  const uploads = createUserUploads(userNo)
  let rejection: CallFailed | null = null
  uploads.attach({
    onLocalFile: () => undefined,
    onMissing: () => undefined,
    onUploaded: () => undefined,
    onRejected: (_, why) => {
      rejection = why?.failure ?? null
    },
  })
  return {
    async uploadAll(text: string): Promise<string> {
      if (!hasPictures(text)) return text
      rejection = null
      const uploaded = await uploads.uploadAll(text)
      if (rejection) throw rejection
      return uploaded
    },
    stop: uploads.stop,
  }
}
