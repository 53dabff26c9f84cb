import type { Page } from '@playwright/test'
import { build, type Rolldown } from 'vite'
import { diagramFrame } from '../../scripts/lib/diagramFrame.ts'

const SITE = 'https://geulmaru.test'

/** The files of a page that shows only notes, by path. */
export type NotesPage = ReadonlyMap<string, string | Uint8Array>

export async function buildNotesPage(): Promise<NotesPage> {
  const bundle = (await build({
    root: 'client/markdown/testing/page',
    configFile: false,
    logLevel: 'error',
    plugins: [diagramFrame],
    build: { write: false },
  })) as Rolldown.RolldownOutput
  return new Map(
    bundle.output.map(file => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
}

/** The requests of a page: own files by name, and all requests to foreign hosts. */
export type Requests = { ours: string[]; foreign: string[] }

/** Opens the page; `picture` answers requests to foreign hosts, which are otherwise unreachable. */
export async function openNotesPage(
  page: Page,
  files: NotesPage,
  picture?: { url: string; body: () => Promise<string> },
): Promise<Requests> {
  const requests: Requests = { ours: [], foreign: [] }
  await page.route('**/*', async route => {
    const url = new URL(route.request().url())
    if (url.origin !== SITE) {
      requests.foreign.push(url.href)
      if (url.href !== picture?.url) return route.abort()
      return route.fulfill({ contentType: 'image/svg+xml', body: await picture.body() })
    }
    const path = url.pathname === '/' ? '/index.html' : url.pathname
    requests.ours.push(path)
    const body = files.get(path)
    if (body === undefined) return route.fulfill({ status: 404, body: '' })
    return route.fulfill({
      contentType: typeOf(path),
      body: typeof body === 'string' ? body : Buffer.from(body),
    })
  })
  await page.goto(SITE)
  await page.waitForFunction(() => 'showNotes' in window)
  return requests
}

function typeOf(path: string): string {
  if (path.endsWith('.html')) return 'text/html'
  if (path.endsWith('.js')) return 'text/javascript'
  return path.endsWith('.css') ? 'text/css' : 'font/woff2'
}
