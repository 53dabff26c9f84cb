import { setTimeout as after } from 'node:timers/promises'

export interface WaitingRoomSize {
  places: number
  /** How many of them one key may take. */
  placesPerKey: number
}

/** Where requests wait their time. It is bounded, so that waiting ones cannot fill a node's memory. */
export interface WaitingRoom {
  /** Resolves after the time with true, or at once with false when there is no place. */
  wait(key: string, milliseconds: number): Promise<boolean>
}

export function createWaitingRoom({ places, placesPerKey }: WaitingRoomSize): WaitingRoom {
  const waiting = new Map<string, number>()
  let taken = 0

  function take(key: string, change: 1 | -1): void {
    const ofKey = (waiting.get(key) ?? 0) + change
    if (ofKey === 0) waiting.delete(key)
    else waiting.set(key, ofKey)
    taken += change
  }

  return {
    async wait(key, milliseconds) {
      if (taken >= places || (waiting.get(key) ?? 0) >= placesPerKey) return false
      take(key, 1)
      await after(milliseconds, undefined, { ref: false })
      take(key, -1)
      return true
    },
  }
}
