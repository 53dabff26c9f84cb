import { tabStorage } from '#client/platform/browser/storage.ts'

const STORAGE_KEY = 'scroll'
/** How long a screen may take to grow high enough for its old place. */
const RESTORE_MS = 3_000

/** Where each entry of the tab's history was scrolled to, in pixels, by the router's key of the entry and its address. */
const places = storedPlaces()

function storedPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(tabStorage.getItem(STORAGE_KEY) ?? '[]'))
  } catch {
    return new Map()
  }
}

export function rememberScroll(key: string): void {
  places.set(key, window.scrollY)
}

/** So that a reload finds its place, too. */
export function storeScroll(): void {
  tabStorage.setItem(STORAGE_KEY, JSON.stringify([...places]))
}

/** Scrolls to where the entry was left, waiting for its content. Returns what stops the waiting. */
export function restoreScroll(key: string): () => void {
  const target = places.get(key) ?? 0
  const stop = new AbortController()
  const growth = new ResizeObserver(() => {
    window.scrollTo(0, target)
    if (Math.abs(window.scrollY - target) <= 1) stop.abort()
  })
  const timer = setTimeout(() => stop.abort(), RESTORE_MS)
  stop.signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timer)
  })
  // Whoever scrolls meanwhile knows better.
  for (const name of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(name, () => stop.abort(), { signal: stop.signal, passive: true })
  growth.observe(document.body)
  return () => stop.abort()
}
