import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  DEVICES,
  openEditor,
  openHub,
  openNote,
  openSearch,
  openThread,
  signIn,
  waitUntilLoaded,
} from './steps.ts'

/** A screenshot for the README: its device and the steps to its screen. */
interface Picture {
  name: string
  on: keyof typeof DEVICES
  isDark?: true
  open: (page: Page) => Promise<void>
}

const pictures: readonly Picture[] = [
  { name: 'notes-desktop', on: 'desktop', open: openNote },
  { name: 'write-desktop', on: 'desktop', open: openEditor },
  { name: 'write-phone', on: 'phone', open: openEditor },
  { name: 'find-desktop', on: 'desktop', open: openSearch },
  { name: 'home-desktop', on: 'desktop', open: async page => void (await page.goto('/home')) },
  { name: 'room-desktop', on: 'desktop', open: openThread },
  { name: 'room-desktop-dark', on: 'desktop', isDark: true, open: openThread },
  { name: 'discussion-phone', on: 'phone', open: openHub },
]

/** Takes the screenshots of the demo data at `url` into `directory`. */
export async function takeScreenshots(
  browser: Browser,
  { url, directory, email, password }: { url: string; directory: string; email: string; password: string },
): Promise<void> {
  for (const { name, on, isDark, open } of pictures) {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'ko-KR',
      timezoneId: 'Asia/Seoul',
      ...DEVICES[on],
    })
    if (isDark) await context.addInitScript(() => localStorage.setItem('color_mode', 'true'))
    const page = await context.newPage()
    await signIn(page, email, password)
    await open(page)
    await waitUntilLoaded(page)
    // A palette of 256 colours looks the same at a third of the size.
    await sharp(await page.screenshot())
      .png({ palette: true })
      .toFile(`${directory}/${name}.png`)
    await context.close()
  }
}
