import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import type { TransferFile } from './dataTransfer.ts'
import { expect } from './fixtures.ts'

/**
 * A photo as a phone held upright saves it: rotated pixels and an EXIF orientation. Upright, its upper half is red
 * and its lower half blue.
 */
export async function phonePhoto(): Promise<TransferFile> {
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

export async function createPng(background: string): Promise<TransferFile> {
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 4, background } })
    .png()
    .toBuffer()
  return { name: '그림.png', mimeType: 'image/png', buffer }
}

/** A text file with the name and type of a photo. */
export const textFile: TransferFile = {
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('not a picture at all'),
}

/** A file with a JPEG header, one byte over the limit. */
export const hugeFile: TransferFile = {
  name: 'huge.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10 * 1024 * 1024 - 2)]),
}

/** Returns the size of a picture, and the colours in the middle of its upper and lower half. */
export async function inspectPicture(bytes: Buffer) {
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

/** Waits until this number of pictures is shown and loaded. */
export async function expectPicturesLoaded(pictures: Locator, count: number): Promise<void> {
  await expect(pictures).toHaveCount(count)
  for (const image of await pictures.all()) {
    // The preview rerenders when an uploaded picture's URL enters the text.
    await expect(async () => {
      await image.scrollIntoViewIfNeeded()
      expect(await image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
    }).toPass()
  }
}
