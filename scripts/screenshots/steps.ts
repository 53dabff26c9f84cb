import type { BrowserContextOptions, Page } from '@playwright/test'
import { ko } from '#protocol/text/ko.ts'
import { type DemoThread, readDemoData, readNotes, readThreads } from '../demo/content.ts'

const {
  people: [user],
  hubs,
} = readDemoData()
/** The user's longest note. */
const [note] = readNotes()
  .filter(({ by }) => by === user?.key)
  .sort((one, other) => other.text.length - one.text.length)

export const DEVICES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
} as const satisfies Record<string, BrowserContextOptions>

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/user/signin')
  await page.locator('input[type=text]').first().fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/(home)?$/)
}

export async function openNote(page: Page): Promise<void> {
  await page.goto('/topics')
  await page.locator('.search-button').click()
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(note?.title ?? '')
  await page
    .getByRole('option')
    .filter({ hasText: note?.title ?? '' })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/note\?/)
  await page.locator('.md').first().waitFor()
}

export async function openEditor(page: Page): Promise<void> {
  await openNote(page)
  await page.goto(page.url().replace('/note?', '/note/update?'))
  await page.getByLabel(ko['notes.body'], { exact: true }).waitFor()
}

export async function openSearch(page: Page): Promise<void> {
  await openNote(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('회의')
  await page.getByRole('option').first().waitFor()
}

export async function openHub(page: Page): Promise<void> {
  await page.goto('/friends')
  await page.locator('a[href^="/discussion"]').first().click()
  await page.locator('a[href^="/note?"]').first().waitFor()
}

const hubOf = (thread: DemoThread) => hubs.find(({ key }) => key === thread.hub)
const passageCount = ({ highlights, comments }: DemoThread) =>
  highlights.length + comments.filter(({ on }) => on !== undefined).length

/** The thread of the user with the most passages, in a hub that has a name. */
const [thread] = readThreads()
  .filter(each => hubOf(each)?.name !== '' && hubOf(each)?.members.includes(user?.key ?? ''))
  .sort((one, other) => passageCount(other) - passageCount(one))

/** Opens a note with comments and highlights in a hub. */
export async function openThread(page: Page): Promise<void> {
  await page.goto('/friends')
  const room = thread && hubOf(thread)?.name
  await page.locator('a[href^="/discussion"]').filter({ hasText: room }).first().click()
  await page.getByRole('heading', { name: thread?.note }).getByRole('link').click()
  await page.getByRole('textbox', { name: ko['comments.write'] }).waitFor()
  await page.getByRole('list', { name: ko['passages.marks'] }).getByRole('button').first().waitFor()
}

/** Waits for fonts and images. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--font-web') !== '')
  await page.evaluate(() => document.fonts.ready)
}
