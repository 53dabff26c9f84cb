import { LAZY_PART_TIMEOUT_MS } from '#protocol/limits.ts'

/**
 * Stands in for the bundler's helper around each `import()` of a file of its own (scripts/lib/filesFirst.ts).
 *
 * A browser remembers that a module, or one that it imports, did not come, and fails each later import of it without asking
 * again, until the page is reloaded (https://github.com/whatwg/html/issues/6768). So nothing is imported before all its files are in the
 * browser's cache; what did not come is asked for again by the next call. From that cache Chromium compiles a module beside the main
 * thread, which it does with no script that was fetched as a preload. Where a browser keeps no cache each file is fetched twice.
 *
 * Then one file after the other is imported, so that each is evaluated in a task of its own: in between the page answers.
 */

/** The file is gone from the server, or the browser refuses to import it: only a reload of the page helps. */
export class FileOutdated extends Error {}

const arrivals = new Map<string, Promise<void>>()
/** Files that failed. A proxy's page may have been cached in their place, so they are requested past the cache. */
const failed = new Set<string>()
/** To import one of these again would take a task more, after whatever else waits for the page. */
const evaluated = new Set<string>()

/**
 * `files`: the module's own file, those that it imports, and their styles, by their paths from the root of the site. A script comes after
 * those that it imports.
 */
export async function __vitePreload<Module>(
  evaluate: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const addresses = files.map(file => new URL(`/${file}`, location.href).href)
  await Promise.all(addresses.map(fetchOnce))
  for (const address of addresses) {
    if (isStyle(address) || evaluated.has(address)) continue
    await importOnce(address)
    evaluated.add(address)
  }
  return evaluate()
}

async function importOnce(address: string): Promise<void> {
  try {
    await import(/* @vite-ignore */ address)
  } catch (cause) {
    throw new FileOutdated(address, { cause })
  }
}

const isStyle = (href: string) => href.endsWith('.css')

function fetchOnce(href: string): Promise<void> {
  const known = arrivals.get(href)
  if (known) return known
  const arrival = fetchFile(href)
  arrivals.set(href, arrival)
  arrival.catch(() => arrivals.delete(href))
  return arrival
}

async function fetchFile(href: string): Promise<void> {
  if (isInPage(href)) return
  const request = abortedWhenHanging()
  try {
    const cache = failed.has(href) ? 'reload' : 'default'
    const response = await fetch(href, { signal: request.signal, cache })
    if (response.status === 404) throw new FileOutdated(href)
    // A captive portal answers with its own page and status 200.
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
    if (!response.ok || isPage) throw new Error(href)
    await response.arrayBuffer()
    if (isStyle(href)) await addStyles(href, request.signal)
    failed.delete(href)
  } catch (error) {
    failed.add(href)
    throw error
  } finally {
    request.settle()
  }
}

/** Aborts a request without a response after the time-out, and when the network is back: the next attempt opens a new connection. */
function abortedWhenHanging(): { signal: AbortSignal; settle: () => void } {
  const request = new AbortController()
  const abort = () => request.abort()
  const timer = setTimeout(abort, LAZY_PART_TIMEOUT_MS)
  window.addEventListener('online', abort)
  return {
    signal: request.signal,
    settle() {
      clearTimeout(timer)
      window.removeEventListener('online', abort)
    },
  }
}

/** Whether it came with the page itself. */
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
