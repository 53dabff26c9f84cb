import { LRUCache } from 'lru-cache'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'
import type { CountedShare } from './shares.store.ts'

/** At most 200 shares each: together some 10 MB. */
const HUBS_MAX = 500

type Told = Pick<HubRecord, 'hubNo' | 'version'>

/**
 * Which shares a hub had last as far as this node told of them. It is believed only while the hub still has the version
 * at which it was told: whatever changes the shares of a hub, on whichever node, raises it.
 */
export function createShareMemory() {
  const hubs = new LRUCache<number, { version: number; newest: readonly CountedShare[] }>({ max: HUBS_MAX })
  return {
    /** Null when they are not known, or were others by now. */
    newestOf({ hubNo, version }: Told): readonly CountedShare[] | null {
      const known = hubs.get(hubNo)
      return known?.version === version ? known.newest : null
    },
    keep({ hubNo, version }: Told, newest: readonly CountedShare[]): void {
      hubs.set(hubNo, { version, newest })
    },
  }
}

export type ShareMemory = ReturnType<typeof createShareMemory>
