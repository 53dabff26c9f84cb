import { flushSync } from 'react-dom'

/**
 * In elements: so many come to the page between two frames. Building, laying out and painting them takes about 20 ms.
 * Fewer would make a long paragraph slower, for all of it is laid out again each time.
 */
const ELEMENTS_A_FRAME = 1_000

type Turn = { size: number; show: () => void }

const waiting = new Set<Turn>()
let left = ELEMENTS_A_FRAME
let isFrameAsked = false

/**
 * Calls `show`, which puts `size` elements on the page: at once while little came since the last frame, otherwise in a
 * later one, so that a note with a thousand formulas leaves the page free in between. Returns how to call it off.
 */
export function inTurn(size: number, show: () => void): () => void {
  if (waiting.size === 0 && isRoomFor(size)) {
    left -= size
    askForFrame()
    show()
    return () => {}
  }
  return wait({ size, show })
}

/** The same for what is not counted: it has a later frame to itself. */
export function wholeTurn(show: () => void): () => void {
  return wait({ size: ELEMENTS_A_FRAME, show })
}

function wait(turn: Turn): () => void {
  waiting.add(turn)
  askForFrame()
  return () => waiting.delete(turn)
}

/** What alone is larger than a frame has one to itself. */
function isRoomFor(size: number): boolean {
  return size <= left || left === ELEMENTS_A_FRAME
}

function askForFrame(): void {
  if (isFrameAsked) return
  isFrameAsked = true
  requestAnimationFrame(beginFrame)
}

function beginFrame(): void {
  isFrameAsked = false
  left = ELEMENTS_A_FRAME
  if (waiting.size === 0) return
  flushSync(showSome)
  askForFrame()
}

function showSome(): void {
  for (const turn of waiting) {
    if (!isRoomFor(turn.size)) break
    waiting.delete(turn)
    left -= turn.size
    turn.show()
  }
}
