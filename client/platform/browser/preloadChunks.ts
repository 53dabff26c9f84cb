import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'

/**
 * Replaces Vite's preload helper around each `import()` of a chunk (scripts/lib/preloadHelper.ts).
 *
 * If a module or one of its imports fails to load, browsers fail every later import of it without a request, until the page is reloaded
 * (https://github.com/whatwg/html/issues/6768). So all files of a chunk are fetched into the browser's cache before the import; the next
 * call fetches failed files again. Chromium compiles modules from that cache off the main thread, but not preloaded scripts. Without a
 * cache each file is fetched twice.
 *
 * Then the files are imported one by one, so that each is evaluated in its own task and the page stays responsive.
 */

/** The server no longer has the file, or the browser refuses to import it. Only a reload of the page helps. */
export class OutdatedFileError extends Error {}

const requests = new Map<string, Promise<void>>()
/** Failed files. The cache may have a proxy's page in their place, so the next request bypasses it. */
const failedFiles = new Set<string>()
/** Importing one of these again would take another task, after all that are queued. */
const evaluatedFiles = new Set<string>()

/** `files`: the paths of the module, its imports and their styles, without a leading slash. A script follows the scripts it imports. */
export async function __vitePreload<Module>(
  evaluate: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const addresses = files.map(file => new URL(`/${file}`, location.href).href)
  await Promise.all(addresses.map(fetchOnce))
  for (const address of addresses) {
    if (isStyle(address) || evaluatedFiles.has(address)) continue
    await importOnce(address)
    evaluatedFiles.add(address)
  }
  return evaluate()
}

async function importOnce(address: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ address)
  } catch (cause) {
    throw new OutdatedFileError(address, { cause })
  }
}

const isStyle = (href: string) => href.endsWith('.css')

function fetchOnce(href: string): Promise<void> {
  const known = requests.get(href)
  if (known) return known
  const request = fetchFile(href)
  requests.set(href, request)
  request.catch(() => requests.delete(href))
  return request
}

async function fetchFile(href: string): Promise<void> {
  if (isInPage(href)) return
  const request = createAbortableRequest()
  try {
    const cache = failedFiles.has(href) ? 'reload' : 'default'
    const response = await fetch(href, { signal: request.signal, cache })
    if (response.status === 404) throw new OutdatedFileError(href)
    // A captive portal responds with its own page and status 200.
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
    if (!response.ok || isPage) throw new Error(href)
    await response.arrayBuffer()
    if (isStyle(href)) await addStyles(href, request.signal)
    failedFiles.delete(href)
  } catch (error) {
    failedFiles.add(href)
    throw error
  } finally {
    request.cleanUp()
  }
}

/** Aborts a hanging request after the time-out, or when the network is back. The next attempt opens a new connection. */
function createAbortableRequest(): { signal: AbortSignal; cleanUp: () => void } {
  const request = new AbortController()
  const abort = () => request.abort()
  const timer = setTimeout(abort, LAZY_PART_TIMEOUT_MS)
  window.addEventListener('online', abort)
  return {
    signal: request.signal,
    cleanUp() {
      clearTimeout(timer)
      window.removeEventListener('online', abort)
    },
  }
}

/** Whether the page itself contains the file. */
function isInPage(href: string): boolean {
  const links = [...document.querySelectorAll('link')].map(link => link.href)
  return links.includes(href) || [...document.scripts].some(script => script.src === href)
}

function addStyles(href: string, signal: AbortSignal): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    const fail = () => {
      link.remove()
      reject(new Error(href))
    }
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', fail)
    signal.addEventListener('abort', fail)
    document.head.append(link)
  })
}
