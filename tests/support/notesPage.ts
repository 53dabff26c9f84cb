import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'

const SITE = 'https://geulmaru.test'

/** The files of a page of nothing but notes, by their paths. */
export type NotesPage = ReadonlyMap<string, string | Uint8Array>

export async function buildNotesPage(): Promise<NotesPage> {
  const built = (await build({
    root: 'client/markdown/testing/page',
    configFile: false,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput
  return new Map(
    built.output.map(file => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
}

/** What a page asked for: our own files by name, and everything asked of foreign hosts. */
export type Asked = { ours: string[]; foreign: string[] }

/** Opens the page; `picture` answers what is asked of foreign hosts, which otherwise cannot be reached. */
export async function openNotesPage(
  page: Page,
  files: NotesPage,
  picture?: { url: string; body: () => Promise<string> },
): Promise<Asked> {
  const asked: Asked = { ours: [], foreign: [] }
  await page.route('**/*', async route => {
    const url = new URL(route.request().url())
    if (url.origin !== SITE) {
      asked.foreign.push(url.href)
      if (url.href !== picture?.url) return route.abort()
      return route.fulfill({ contentType: 'image/svg+xml', body: await picture.body() })
    }
    const path = url.pathname === '/' ? '/index.html' : url.pathname
    asked.ours.push(path)
    const body = files.get(path)
    if (body === undefined) return route.fulfill({ status: 404, body: '' })
    return route.fulfill({
      contentType: typeOf(path),
      body: typeof body === 'string' ? body : Buffer.from(body),
    })
  })
  await page.goto(SITE)
  await page.waitForFunction(() => 'showNotes' in window)
  return asked
}

function typeOf(path: string): string {
  if (path.endsWith('.html')) return 'text/html'
  if (path.endsWith('.js')) return 'text/javascript'
  return path.endsWith('.css') ? 'text/css' : 'font/woff2'
}
