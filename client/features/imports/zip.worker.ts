import type { PictureFile } from './import.files.ts'
import { readZip, type Unpacked } from './import.zip.ts'

/** What an archive holds, as the page is told: pictures as files that need not lie in memory. */
export interface UnpackedAside extends Omit<Unpacked, 'pictures'> {
  pictures: PictureFile[]
}

/** Answers one archive with what it holds, or with null when it cannot be read. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const { pictures, ...rest } = readZip(new Uint8Array(data))
    const answer: UnpackedAside = {
      ...rest,
      pictures: pictures.map(({ path, content }) => ({ path, file: new Blob([Uint8Array.from(content)]) })),
    }
    postMessage(answer)
  } catch {
    postMessage(null)
  }
})
