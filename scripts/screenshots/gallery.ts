import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { createServer } from 'vite'
import { catalogueAddress, partSheetNames, widths } from '#client/dev/gallery/address.ts'
import { screens } from '#client/dev/gallery/screens/screens.ts'

const DIRECTORY = resolve('test-results/gallery')
const PAUSE_MS = 750
const TRIES_MAX = 20

/** Takes a screenshot of each gallery sheet, in all widths. */
export async function captureGallery(browser: Browser): Promise<string> {
  await mkdir(DIRECTORY, { recursive: true })
  const vite = await createServer({
    configFile: resolve('vite.config.ts'),
    logLevel: 'warn',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    // A dependency that is found later makes the frames that are loading fail.
    optimizeDeps: { entries: ['index.html', 'dev/gallery/main.tsx'] },
  })
  await vite.listen()
  const url = vite.resolvedUrls?.local[0]
  if (url === undefined) throw new Error('vite does not listen')
  const page = await browser.newPage({ baseURL: url, locale: 'ko-KR', timezoneId: 'Asia/Seoul' })
  for (const width of widths) {
    for (const sheet of partSheetNames) await capture(page, { sheet, width, windowWidth: width })
    for (const sheet of Object.keys(screens)) await capture(page, { sheet, width, windowWidth: 1440 })
  }
  await page.close()
  await vite.close()
  return DIRECTORY
}

interface Picture {
  sheet: string
  width: (typeof widths)[number]
  windowWidth: number
}

async function capture(page: Page, { sheet, width, windowWidth }: Picture): Promise<void> {
  await page.setViewportSize({ width: windowWidth, height: 900 })
  await page.goto(catalogueAddress({ sheet, width, language: 'ko' }))
  await page.waitForSelector('.catalogue')
  const isRendered = () =>
    Array.from(document.querySelectorAll('iframe')).every(
      ({ contentDocument }) => contentDocument?.querySelector('#root > *') != null,
    )
  await page.waitForFunction(isRendered, undefined, { timeout: 60_000 })
  const name = sheet.replaceAll(/[^a-z]+/gi, '-').replace(/^-/, '') || 'root'
  await writeFile(join(DIRECTORY, `${name}-${width}.png`), await stableScreenshot(page))
}

/** Repeats the screenshot until it no longer changes, because the frames load one after the other. */
async function stableScreenshot(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ fullPage: true, animations: 'disabled', timeout: 120_000 })
  let last = await take()
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
    const next = await take()
    if (next.equals(last)) break
    last = next
  }
  return last
}
