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

const arrivals = new Map<string, Promise<void>>()
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
    await import(/* @vite-ignore */ address)
    evaluated.add(address)
  }
  return evaluate()
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
  if (isStyle(href)) return addStyles(href)
  const answer = await fetch(href)
  if (!answer.ok) throw new Error(`${href} did not come`)
  await answer.arrayBuffer()
}

/** Whether it came with the page itself. */
function isInPage(href: string): boolean {
  const links = [...document.querySelectorAll('link')].map(link => link.href)
  return links.includes(href) || [...document.scripts].some(script => script.src === href)
}

function addStyles(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`${href} did not come`))
    })
    document.head.append(link)
  })
}
