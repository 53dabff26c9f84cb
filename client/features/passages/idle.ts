/** In milliseconds. A busy page runs the work after this time. */
const TIMEOUT_MS = 500
/** How long a slice may take in browsers without idle callbacks. */
const SLICE_MS = 8

/** Runs work in slices while the page is idle: `step` is called until it returns false. Returns the function that cancels it. */
export function runWhenIdle(step: () => boolean): () => void {
  let cancel = schedule(run)
  function run(hasTime: () => boolean): void {
    let isUnfinished = step()
    while (isUnfinished && hasTime()) isUnfinished = step()
    if (isUnfinished) cancel = schedule(run)
  }
  return () => cancel()
}

function schedule(run: (hasTime: () => boolean) => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(deadline => run(() => deadline.timeRemaining() > 1), {
      timeout: TIMEOUT_MS,
    })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(() => {
    const end = performance.now() + SLICE_MS
    run(() => performance.now() < end)
  })
  return () => clearTimeout(timer)
}
