/** Safari has no requestIdleCallback. */
const IDLE_ENOUGH_MS = 200

/** Runs once the page is loaded and nothing else is waiting. */
export function whenIdle(run: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else setTimeout(run, IDLE_ENOUGH_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}
