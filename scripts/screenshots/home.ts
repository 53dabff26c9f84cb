import { mkdir } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { DEVICES, openHub, openThread, signIn, waitUntilLoaded } from './steps.ts'

const DIRECTORY = 'client/public/screenshots'

/** A screenshot on the visitor's home, where it is shown at about half its size. */
interface Picture {
  name: string
  on: BrowserContextOptions
  open: (page: Page) => Promise<void>
}

const WINDOW = { viewport: { width: 1200, height: 750 }, deviceScaleFactor: 1.5 }

const pictures: readonly Picture[] = [
  { name: 'note-desktop', on: WINDOW, open: openThread },
  { name: 'note-phone', on: DEVICES.phone, open: openThread },
  { name: 'room-phone', on: DEVICES.phone, open: openHub },
]

/** Takes the screenshots of the visitor's home from the demo data at `url`, each light and dark. */
export async function takeHomeScreenshots(
  browser: Browser,
  { url, email, password }: { url: string; email: string; password: string },
): Promise<void> {
  await mkdir(DIRECTORY, { recursive: true })
  for (const { name, on, open } of pictures) {
    for (const mode of ['light', 'dark']) {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'ko-KR',
        timezoneId: 'Asia/Seoul',
        ...on,
      })
      if (mode === 'dark') await context.addInitScript(() => localStorage.setItem('color_mode', 'true'))
      const page = await context.newPage()
      await signIn(page, email, password)
      await open(page)
      await waitUntilLoaded(page)
      await sharp(await page.screenshot())
        .webp({ quality: 82 })
        .toFile(`${DIRECTORY}/${name}-${mode}.webp`)
      await context.close()
    }
  }
}
