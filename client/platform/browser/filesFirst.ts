/**
 * Stands in for the bundler's helper around each `import()` of a file of its own (scripts/lib/filesFirst.ts). A browser remembers
 * that a module, or one that it imports, did not come, and fails each later import of it without asking again, until the page
 * is reloaded (https://github.com/whatwg/html/issues/6768). So nothing is imported before all its files are here; what did not come is
 * asked for again by the next call.
 */

const arrivals = new Map<string, Promise<void>>()

/** `files`: the module's own file, those that it imports, and their styles, by their paths from the root of the site. */
export async function __vitePreload<Module>(
  evaluate: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(fetchOnce))
  return evaluate()
}

function fetchOnce(file: string): Promise<void> {
  const { href } = new URL(`/${file}`, location.href)
  const known = arrivals.get(href)
  if (known) return known
  const arrival = fetchFile(href)
  arrivals.set(href, arrival)
  arrival.catch(() => arrivals.delete(href))
  return arrival
}

async function fetchFile(href: string): Promise<void> {
  if (isInPage(href)) return
  if (href.endsWith('.css')) return fetchBy(href, { rel: 'stylesheet' })
  try {
    await fetchBy(href, { rel: 'preload', as: 'script' })
  } catch (error) {
    takeFailure(href)
    throw error
  }
}

/** Whether it came with the page itself. */
function isInPage(href: string): boolean {
  const links = [...document.querySelectorAll('link')].map(link => link.href)
  return links.includes(href) || [...document.scripts].some(script => script.src === href)
}

function fetchBy(href: string, how: { rel: string; as?: string }): Promise<void> {
  const link = Object.assign(document.createElement('link'), { ...how, crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${href} did not come`))
    })
    document.head.append(link)
  })
}

/**
 * Chromium keeps a failed preload for whoever asks for that file next, and hands it on once: to this script, in place of the next
 * import. Elsewhere it may come after all, but a module says nothing outside of one than that it is none.
 */
function takeFailure(href: string): void {
  const script = Object.assign(document.createElement('script'), { crossOrigin: '', src: href })
  document.head.append(script)
  script.remove()
}
