/** How often Redis is asked whether it is there. */
const LOOK_MS = 500
/** A silence shorter than this is nobody's business. */
const SILENCE_MS = 1_000

interface ReachabilityParts {
  /** Rejects, in time, when the other nodes are out of reach. */
  ask(): Promise<unknown>
  /** The other nodes are out of reach (true), or in reach again. */
  onChange(isPartitioned: boolean): void
}

/** Notices within 3 s that this node cannot hear the others, and that it can again. */
export function watchReachability({ ask, onChange }: ReachabilityParts) {
  let answeredAt = Date.now()
  let isPartitioned = false
  let isAsking = false

  function set(cut: boolean): void {
    if (cut === isPartitioned) return
    isPartitioned = cut
    onChange(cut)
  }

  async function look(): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      await ask()
      answeredAt = Date.now()
      set(false)
    } catch {
      if (Date.now() - answeredAt >= SILENCE_MS) set(true)
    }
    isAsking = false
  }
  const looking = setInterval(() => void look(), LOOK_MS)

  return {
    isPartitioned: () => isPartitioned,
    stop: () => clearInterval(looking),
  }
}
