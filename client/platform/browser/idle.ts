/** Safari has no `requestIdleCallback`. In milliseconds. */
const FALLBACK_DELAY_MS = 200

/** Calls `run` once the page is loaded and idle. */
export function whenIdle(run: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, FALLBACK_DELAY_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
