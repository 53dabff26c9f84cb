/**
 * The time limit inside the frame. The build inserts a call of `checkDeadline` into every function and loop of Mermaid, because
 * some browsers run the frame on the thread of the page, which could then not stop it.
 */
const CALLS_PER_CHECK = 500

let deadline = Number.POSITIVE_INFINITY
let remainingCalls = CALLS_PER_CHECK

class DeadlineError extends Error {
  override name = 'DeadlineError'
}

function checkDeadline(): void {
  if (--remainingCalls > 0) return
  remainingCalls = CALLS_PER_CHECK
  if (isLate()) throw new DeadlineError()
}

export function setDeadline(ms: number): void {
  deadline = performance.now() + ms
}

export function clearDeadline(): void {
  deadline = Number.POSITIVE_INFINITY
}

export function isLate(): boolean {
  return performance.now() > deadline
}

Object.assign(globalThis, { checkDeadline })
