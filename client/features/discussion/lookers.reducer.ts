import type { ServerEventPayload } from '#protocol/events.ts'
import { LOOKERS_EXPIRE_MS } from '#protocol/limits.ts'

/** Every node answers a question within a moment. */
const LOOKERS_DOUBTED_MS = 2_000

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

/** A node that stopped or died speaks for nobody any more. */
export function withoutNode(lookers: Lookers, nodeId: string): Lookers {
  return lookers.has(nodeId) ? new Map([...lookers].filter(([id]) => id !== nodeId)) : lookers
}

/** After a break, in which a node may have gone unheard: each must say soon again what it said. */
export function withDoubts(lookers: Lookers, now: number): Lookers {
  const believedUntil = now + LOOKERS_DOUBTED_MS
  const doubted = ({ userNos, toldAt }: { userNos: readonly number[]; toldAt: number }) => ({
    userNos,
    toldAt: Math.min(toldAt, believedUntil - LOOKERS_EXPIRE_MS),
  })
  return new Map([...lookers].map(([nodeId, told]) => [nodeId, doubted(told)]))
}

/** A node that says nothing any more is gone, and so are those who were connected to it. */
export function withoutExpired(lookers: Lookers, now: number): Lookers {
  const alive = [...lookers].filter(([, { toldAt }]) => now - toldAt < LOOKERS_EXPIRE_MS)
  return alive.length === lookers.size ? lookers : new Map(alive)
}

export function lookerNos(lookers: Lookers): ReadonlySet<number> {
  return new Set([...lookers.values()].flatMap(({ userNos }) => userNos))
}
