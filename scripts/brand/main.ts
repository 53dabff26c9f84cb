import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumOptions } from '#tests/browser/chromium.ts'
import { appIcon, favicon } from './icons.ts'
import { linkPreview, PREVIEW_SIZE } from './linkPreview.ts'

const PUBLIC = 'client/public'

/** Draws every picture of the product that others show: browsers, home screens, messengers. */
async function main(): Promise<void> {
  const png = (svg: string, size: number) => sharp(Buffer.from(svg)).resize(size, size).png().toBuffer()
  const save = (name: string, bytes: Buffer) => writeFile(join(PUBLIC, name), bytes)

  await save('favicon.png', await png(favicon, 32))
  // iOS rounds the corners by itself, and draws black where a picture is clear.
  await save('apple-touch-icon.png', await png(appIcon(), 180))
  // Its middle stands within the circle that Android may cut out, so that one drawing serves both.
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

await main()
