export interface PaceParts {
  /** How long until the next one of a key has its turn. */
  everyMs: number
  /** How many of a key may wait. */
  waitingMax: number
}

/**
 * Does at once what comes alone, and what comes in a crowd one after the other: those of a key wait for each other, and what
 * else the node does goes on in between. False when too many wait; then the work is not done.
 */
export function createPace({ everyMs, waitingMax }: PaceParts): (key: string, work: () => void) => boolean {
  const lines = new Map<string, (() => void)[]>()

  function next(key: string, line: (() => void)[]): void {
    const work = line.shift()
    if (work === undefined) lines.delete(key)
    else {
      setTimeout(next, everyMs, key, line)
      work()
    }
  }

  return (key, work) => {
    const line = lines.get(key)
    if (line === undefined) {
      const newLine = [work]
      lines.set(key, newLine)
      next(key, newLine)
      return true
    }
    return line.length < waitingMax && line.push(work) > 0
  }
}
