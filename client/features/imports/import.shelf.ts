import { flawOf } from '#client/features/notes/pictures/picture.shrinking.ts'
import { digestOf } from '#client/platform/browser/digest.ts'
import { CUSTOM, makeRequestKey, uuidOf } from '#client/platform/browser/requestKey.ts'
import type { PictureFile, SkippedFile, TextFile } from './import.files.ts'
import { addressLeft, linkPictures, type Shelved, shelfOf } from './import.pictures.ts'

/** A picture that comes along with the texts that show it. */
export interface CarriedPicture {
  file: Blob
  name: string
  /** What stands in a note that is made without it. */
  addressLeft: string
}

interface Taken {
  files: TextFile[]
  pictures: Map<string, CarriedPicture>
  skipped: SkippedFile[]
}

/** Ties the texts of one archive to its pictures, and names those that cannot go up or that no text shows. */
export async function takePictures(
  texts: readonly TextFile[],
  files: readonly PictureFile[],
): Promise<Taken> {
  const skipped: SkippedFile[] = []
  const shelved: (Shelved & { file: Blob })[] = []
  for (const { path, file } of files) {
    const flaw = await flawOf(file)
    if (flaw === null) shelved.push({ path, file, key: await keyOf(file) })
    else
      skipped.push({
        name: path.join('/'),
        why: flaw === 'notePictures.tooLarge' ? 'tooLarge' : 'unreadable',
      })
  }
  const shelf = shelfOf(shelved)
  const called = new Map<string, string>()
  const linked = texts.map(({ path, text }) => ({
    path,
    text: linkPictures(text, path.slice(0, -1), shelf, ({ key }, written) => called.set(key, written)),
  }))
  const pictures = new Map<string, CarriedPicture>()
  for (const picture of shelved) {
    const written = called.get(picture.key)
    const name = picture.path.at(-1) ?? ''
    if (written === undefined) skipped.push({ name: picture.path.join('/'), why: 'pictureUnused' })
    else pictures.set(picture.key, { file: picture.file, name, addressLeft: addressLeft(picture, written) })
  }
  return { files: linked, pictures, skipped }
}

/**
 * A UUID made of the picture: brought in once more it is the same one, and so is its note. A browser that makes no digests makes a new
 * one each time.
 */
async function keyOf(file: Blob): Promise<string> {
  const digest = await digestOf(await file.arrayBuffer())
  return digest === null ? makeRequestKey() : uuidOf(digest.subarray(0, 16), CUSTOM)
}
