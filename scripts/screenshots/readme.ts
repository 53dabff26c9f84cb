import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { ko } from '#protocol/text/ko.ts'

/** A screenshot for the README: its device and the steps to its screen. */
interface Picture {
  name: string
  on: 'desktop' | 'phone'
  isDark?: true
  open: (page: Page) => Promise<void>
}

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<Picture['on'], BrowserContextOptions>

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
    const context = await browser.newContext({ baseURL: url, locale: 'ko-KR', ...DEVICES[on] })
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

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/user/signin')
  await page.locator('input[type=text]').first().fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(home)?$/)
}

async function openNote(page: Page): Promise<void> {
  await page.goto('/topics')
  await page.locator('a[href^="/notelist"]').first().click()
  await page.locator('main a[href^="/note?"]').first().click()
  await page.locator('.md').first().waitFor()
}

async function openEditor(page: Page): Promise<void> {
  await openNote(page)
  await page.goto(page.url().replace('/note?', '/note/update?'))
  await page.getByLabel(ko['notes.body'], { exact: true }).waitFor()
}

async function openSearch(page: Page): Promise<void> {
  await openNote(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('회의')
  await page.getByRole('option').first().waitFor()
}

async function openHub(page: Page): Promise<void> {
  await page.goto('/friends')
  await page.locator('a[href^="/discussion"]').first().click()
  await page.locator('a[href^="/note?"]').first().waitFor()
}

/** Opens a note with comments in a hub. */
async function openThread(page: Page): Promise<void> {
  await openHub(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: /댓글 \d/ })
    .last()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await page.getByRole('textbox', { name: ko['comments.write'] }).waitFor()
}

/** Waits for fonts and images. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--font-web') !== '')
  await page.evaluate(() => document.fonts.ready)
}
