import type { ServerEventPayload } from '#protocol/events.ts'
import { LOOKERS_EXPIRE_MS } from '#protocol/limits.ts'

/** By server node: whom it last told to be looking, and when. Each node speaks for those who are connected to it. */
export type Lookers = ReadonlyMap<string, { userNos: readonly number[]; toldAt: number }>

export const nobodyLooks: Lookers = new Map()

export function withLookers(
  lookers: Lookers,
  { nodeId, userNos }: ServerEventPayload<'hub:lookers'>,
  now: number,
): Lookers {
  const next = new Map(withoutExpired(lookers, now))
  if (userNos.length > 0) next.set(nodeId, { userNos, toldAt: now })
  else next.delete(nodeId)
  return next
}

/** A node that says nothing any more is gone, and so are those who were connected to it. */
export function withoutExpired(lookers: Lookers, now: number): Lookers {
  const alive = [...lookers].filter(([, { toldAt }]) => now - toldAt < LOOKERS_EXPIRE_MS)
  return alive.length === lookers.size ? lookers : new Map(alive)
}

export function lookerNos(lookers: Lookers): ReadonlySet<number> {
  return new Set([...lookers.values()].flatMap(({ userNos }) => userNos))
}
