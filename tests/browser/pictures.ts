import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect } from './fixtures.ts'

/** Files as Playwright puts them into a file field. */
interface PictureFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * A photo as a phone held upright saves it: the pixels lie on their side, and EXIF says so. Seen upright, its upper
 * half is red and its lower half blue.
 */
export async function phonePhoto(): Promise<PictureFile> {
  const half = (background: string) =>
    sharp({ create: { width: 600, height: 450, channels: 3, background } })
      .png()
      .toBuffer()
  const buffer = await sharp({ create: { width: 1200, height: 450, channels: 3, background: 'white' } })
    .composite([
      { input: await half('red'), left: 0, top: 0 },
      { input: await half('blue'), left: 600, top: 0 },
    ])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  return { name: 'IMG_0001.jpeg', mimeType: 'image/jpeg', buffer }
}

export async function drawing(background: string): Promise<PictureFile> {
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 4, background } })
    .png()
    .toBuffer()
  return { name: '그림.png', mimeType: 'image/png', buffer }
}

/** What it is not, whatever its name says. */
export const textFile: PictureFile = {
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('not a picture at all'),
}

/** Begins like a JPEG and is one byte over the limit. */
export const hugeFile: PictureFile = {
  name: 'huge.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10 * 1024 * 1024 - 2)]),
}

/** Size and two colours of a served picture: in the middle of its upper and of its lower half. */
export async function look(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colourAt = (row: number) => {
    const offset = (row * info.width + Math.floor(info.width / 2)) * info.channels
    const [red = 0, , blue = 0] = data.subarray(offset, offset + 3)
    return red > blue ? 'red' : 'blue'
  }
  const { width, height } = info
  return {
    width,
    height,
    upper: colourAt(Math.floor(height / 4)),
    lower: colourAt(Math.floor((height * 3) / 4)),
  }
}

/** Resolves when so many pictures stand, and each has come. */
export async function expectDrawn(pictures: Locator, count: number): Promise<void> {
  await expect(pictures).toHaveCount(count)
  for (const image of await pictures.all()) {
    // A preview is drawn anew when its text says where a picture has gone.
    await expect(async () => {
      await image.scrollIntoViewIfNeeded()
      expect(await image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
    }).toPass()
  }
}
