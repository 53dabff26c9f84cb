import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumOptions } from '#tests/browser/chromium.ts'
import { appIcon, favicon } from './icons.ts'
import { linkPreview, PREVIEW_SIZE } from './linkPreview.ts'

const PUBLIC = 'client/public'

/** Creates the images for browsers, home screens and messengers. */
async function main(): Promise<void> {
  const png = (svg: string, size: number) => sharp(Buffer.from(svg)).resize(size, size).png().toBuffer()
  const save = (name: string, bytes: Buffer) => writeFile(join(PUBLIC, name), bytes)

  await save('favicon.png', await png(favicon, 32))
  await save('favicon.ico', icoOf(await png(favicon, 32), 32))
  // iOS rounds the corners, and shows transparency as black.
  await save('apple-touch-icon.png', await png(appIcon(), 180))
  // The centre fits into Android's maskable circle, so one image serves both purposes.
  for (const size of [192, 512]) await save(`app-icon-${size}.png`, await png(appIcon(), size))

  const browser = await chromium.launch(chromiumOptions)
  const page = await browser.newPage({ viewport: PREVIEW_SIZE })
  await page.setContent(await linkPreview())
  await page.evaluate(() => document.fonts.ready)
  await save(
    'link-preview.png',
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toBuffer(),
  )
  await browser.close()
}

/** An ICO file with one PNG image, for programs that ask for /favicon.ico only. */
function icoOf(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // the type: an icon
  header.writeUInt16LE(1, 4) // the number of images
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10) // colour planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

await main()
