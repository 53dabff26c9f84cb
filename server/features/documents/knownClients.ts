import { LRUCache } from 'lru-cache'
import { lruOptions } from '#server/platform/caches.ts'
import type { UpdateOutline } from './updateValidation.ts'

/** What is known of a document's stored state. It may be older than the state, which only grows. */
export interface KnownClients {
  generation: number
  /** The units of each client. */
  clocks: Map<number, number>
  /** The user of each client. */
  owners: Map<number, number>
}

/**
 * Whether Yjs can apply an update to the state at once, and the user adds units of their own clients only. Otherwise the update could
 * delete what another user has not typed yet, or take the place of what they type.
 */
export function fitsState({ added, needed }: UpdateOutline, userNo: number, known: KnownClients): boolean {
  const unitsOf = (client: number) => known.clocks.get(client) ?? 0
  const isOwn = (client: number) =>
    known.clocks.has(client) ? known.owners.get(client) === userNo : !known.owners.has(client)
  const areOwn = [...added].every(([client, { from }]) => from <= unitsOf(client) && isOwn(client))
  return (
    areOwn &&
    [...needed].every(([client, units]) => units <= Math.max(unitsOf(client), added.get(client)?.to ?? 0))
  )
}

/** The clients of which the update has units that the state lacks. */
export const newClients = ({ added }: UpdateOutline, known: KnownClients): number[] =>
  [...added].filter(([client, { to }]) => to > (known.clocks.get(client) ?? 0)).map(([client]) => client)

/** The update was stored. */
export function addToKnown({ added }: UpdateOutline, userNo: number, known: KnownClients): void {
  for (const [client, { to }] of added) {
    if (to <= (known.clocks.get(client) ?? 0)) continue
    known.clocks.set(client, to)
    known.owners.set(client, userNo)
  }
}

const KNOWN_MAX = 5_000

/** By document ID. */
export type KnownClientsCache = LRUCache<string, KnownClients>
export const createKnownClientsCache = (): KnownClientsCache => new LRUCache(lruOptions(KNOWN_MAX))
