import { flushSync } from 'react-dom'

/**
 * Elements added to the page per frame. The browser builds, lays out and paints them in about 20 ms. With fewer, a long paragraph
 * takes longer, because each frame lays out the whole paragraph again.
 */
const ELEMENTS_PER_FRAME = 1_000

type Update = { size: number; run: () => void }

const pending = new Set<Update>()
let remaining = ELEMENTS_PER_FRAME
let isFrameRequested = false

/**
 * Calls `run`, which adds `size` elements to the page: at once while the frame has capacity, otherwise in a later frame. The page
 * therefore stays responsive while a note with a thousand formulas is rendered. Returns a function that cancels the update.
 */
export function scheduleUpdate(size: number, run: () => void): () => void {
  if (pending.size === 0 && hasCapacity(size)) {
    remaining -= size
    requestFrame()
    run()
    return () => {}
  }
  return enqueue({ size, run })
}

/** Schedules an update of unknown size: it has a later frame to itself. */
export function scheduleFullFrame(run: () => void): () => void {
  return enqueue({ size: ELEMENTS_PER_FRAME, run })
}

function enqueue(update: Update): () => void {
  pending.add(update)
  requestFrame()
  return () => pending.delete(update)
}

/** An update larger than a frame has an empty frame to itself. */
function hasCapacity(size: number): boolean {
  return size <= remaining || remaining === ELEMENTS_PER_FRAME
}

function requestFrame(): void {
  if (isFrameRequested) return
  isFrameRequested = true
  requestAnimationFrame(beginFrame)
}

function beginFrame(): void {
  isFrameRequested = false
  remaining = ELEMENTS_PER_FRAME
  if (pending.size === 0) return
  flushSync(runUpdates)
  requestFrame()
}

function runUpdates(): void {
  for (const update of pending) {
    if (!hasCapacity(update.size)) break
    pending.delete(update)
    remaining -= update.size
    update.run()
  }
}
