import type { LeftDraft } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { emptyQueue, nextStep, type OutboxNote, type Outcome, reduceQueue } from './outbox.queue.ts'

/** What came of a note that was tried. */
export interface Tried {
  note: OutboxNote
  outcome: Outcome
}

interface SenderParts {
  /** What lies on this device and is in no open editor's hands. Never rejects. */
  find: () => Promise<readonly LeftDraft[]>
  /** Never rejects. */
  send: (note: OutboxNote) => Promise<Outcome>
  /** Called when nothing more can be sent for now, if anything was tried. */
  onRested: (tried: readonly Tried[]) => void
  /** Milliseconds since 1970. */
  now: () => number
}

export interface Sender {
  /** Something on the device may have changed. Resolves when nothing more can be sent for now. */
  look: () => Promise<void>
  /** The same, and the line may be back: what was paused goes on. */
  wake: () => Promise<void>
  stop: () => void
}

/** Sends what is unsent, one note at a time, in order. It does nothing until it is asked to look. */
export function createSender({ find, send, onRested, now }: SenderParts): Sender {
  let queue = emptyQueue
  let underWay: Promise<void> | null = null
  let isAskedAgain = false
  let isWoken = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function goThrough(): Promise<void> {
    const tried: Tried[] = []
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false
      queue = reduceQueue(queue, { type: 'found', drafts: await find() })
      if (isWoken) queue = reduceQueue(queue, { type: 'woken' })
      isWoken = false
      const step = nextStep(queue, now())
      if (isStopped || step === null) continue
      if ('at' in step) {
        timer = setTimeout(() => void look(), step.at - now())
        continue
      }
      const outcome = await send(step.send)
      tried.push({ note: step.send, outcome })
      queue = reduceQueue(queue, { type: 'ended', note: step.send, outcome, at: now() })
      isAskedAgain = true
    }
    // Before anybody is told: whoever asks from now on is not taken for one of those who asked meanwhile.
    underWay = null
    if (tried.length > 0) onRested(tried)
  }

  function look(): Promise<void> {
    clearTimeout(timer)
    isAskedAgain = true
    underWay ??= goThrough()
    return underWay
  }

  return {
    look,
    wake() {
      isWoken = true
      return look()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
