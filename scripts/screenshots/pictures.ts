import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import sharp from 'sharp'
import { ko } from '#protocol/text/ko.ts'

/** A picture of the README's: on what a member sees it, and how they come there. */
interface Picture {
  name: string
  on: 'desktop' | 'phone'
  isDark?: true
  reach: (page: Page) => Promise<void>
}

const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<Picture['on'], BrowserContextOptions>

const pictures: readonly Picture[] = [
  { name: 'notes-desktop', on: 'desktop', reach: openNote },
  { name: 'write-desktop', on: 'desktop', reach: openEditor },
  { name: 'write-phone', on: 'phone', reach: openEditor },
  { name: 'find-desktop', on: 'desktop', reach: find },
  { name: 'home-desktop', on: 'desktop', reach: async page => void (await page.goto('/home')) },
  { name: 'room-desktop', on: 'desktop', reach: openThread },
  { name: 'room-desktop-dark', on: 'desktop', isDark: true, reach: openThread },
  { name: 'discussion-phone', on: 'phone', reach: openRoom },
]

/** Takes them all of the demo world at `url`, into `directory`. */
export async function takePictures(
  browser: Browser,
  { url, directory, email, password }: { url: string; directory: string; email: string; password: string },
): Promise<void> {
  for (const { name, on, isDark, reach } of pictures) {
    const context = await browser.newContext({ baseURL: url, locale: 'ko-KR', ...DEVICES[on] })
    if (isDark) await context.addInitScript(() => localStorage.setItem('color_mode', 'true'))
    const page = await context.newPage()
    await signIn(page, email, password)
    await reach(page)
    await settled(page)
    // Of 256 colours, which nobody sees: a third of the bytes.
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

async function find(page: Page): Promise<void> {
  await openNote(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('회의')
  await page.getByRole('option').first().waitFor()
}

async function openRoom(page: Page): Promise<void> {
  await page.goto('/friends')
  await page.locator('a[href^="/discussion"]').first().click()
  await page.locator('a[href^="/note?"]').first().waitFor()
}

/** A note in a room, with what the friends say about it. */
async function openThread(page: Page): Promise<void> {
  await openRoom(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: /댓글 \d/ })
    .last()
    .getByRole('heading')
    .getByRole('link')
    .click()
  await page.getByRole('textbox', { name: ko['comments.write'] }).waitFor()
}

/** Waits for fonts and pictures, so that nothing is caught half painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--font-web') !== '')
  await page.evaluate(() => document.fonts.ready)
}
