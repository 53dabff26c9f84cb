import { strToU8, type Zippable, zipSync } from 'fflate'
import { fetchFile } from '#client/platform/calls/fetchFile.ts'
import { pictureAddress, pictureIdsIn } from '#protocol/pictureAddress.ts'

const PICTURE_IN_TEXT = /\/pictures\/([\da-f]{32})(?![\da-f])(?:#\d{1,4}x\d{1,4})?/g

const placeOf = (pictureId: string) => `pictures/${pictureId}.webp`

/**
 * An archive of a Markdown file and the pictures of ours in it, which it then shows from the folder beside it; null when it has none.
 * The address of a picture that is gone stays as it is. Throws CallFailed.
 */
export async function withPictures(markdown: File): Promise<File | null> {
  const text = await markdown.text()
  const pictures: Zippable = {}
  for (const pictureId of pictureIdsIn(text)) {
    const picture = await fetchFile(pictureAddress(pictureId))
    // They are compressed already.
    if (picture) pictures[placeOf(pictureId)] = [new Uint8Array(await picture.arrayBuffer()), { level: 0 }]
  }
  if (Object.keys(pictures).length === 0) return null
  const written = text.replace(PICTURE_IN_TEXT, (address, pictureId: string) =>
    placeOf(pictureId) in pictures ? placeOf(pictureId) : address,
  )
  const archive = zipSync({ [markdown.name]: strToU8(written), ...pictures })
  const name = markdown.name.replace(/\.md$/, '.zip')
  return new File([Uint8Array.from(archive)], name, { type: 'application/zip' })
}
