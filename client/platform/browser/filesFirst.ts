/**
 * Stands in for the bundler's helper around each `import()` of a file of its own (scripts/lib/filesFirst.ts). A browser remembers
 * that a module, or one that it imports, did not come, and fails each later import of it without asking again, until the page
 * is reloaded (https://github.com/whatwg/html/issues/6768); Chromium does so with a `<link rel=preload>`, too. So nothing is
 * imported before all its files lie in the browser's cache, where they stay for ever (server/features/pages); what did not
 * come is asked for again by the next call.
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
  if (href.endsWith('.css')) return fetchStyles(href)
  const answer = await fetch(href)
  if (!answer.ok) throw notHere(href)
  // The browser keeps what was read to its end.
  await answer.arrayBuffer()
}

/** Whether it came with the page itself. */
function isInPage(href: string): boolean {
  const links = [...document.querySelectorAll('link')].map(link => link.href)
  return links.includes(href) || [...document.scripts].some(script => script.src === href)
}

function fetchStyles(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = href
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(notHere(href))
    })
    document.head.append(link)
  })
}

const notHere = (href: string) => new Error(`${href} did not come`)
