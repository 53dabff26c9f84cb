import type { ServerEventPayload } from '#protocol/events.ts'
import { PRESENCE_EXPIRE_MS } from '#protocol/limits.ts'

/** Every node answers a question within a moment. */
const LOOKERS_DOUBTED_MS = 2_000

interface Told extends Pick<ServerEventPayload<'presence:changed'>, 'userNos' | 'readers'> {
  toldAt: number
}

/** By server node: whom it last told to be looking, and when. Each node speaks for those who are connected to it. */
export type Presence = ReadonlyMap<string, Told>

export const nobodyLooks: Presence = new Map()

export function withPresence(
  present: Presence,
  { nodeId, userNos, readers }: ServerEventPayload<'presence:changed'>,
  now: number,
): Presence {
  const next = new Map(withoutExpired(present, now))
  if (userNos.length > 0) next.set(nodeId, { userNos, readers, toldAt: now })
  else next.delete(nodeId)
  return next
}

/** A node that stopped or died speaks for nobody any more. */
export function withoutNode(present: Presence, nodeId: string): Presence {
  return present.has(nodeId) ? new Map([...present].filter(([id]) => id !== nodeId)) : present
}

/** After a break, in which a node may have gone unheard: each must say soon again what it said. */
export function withDoubts(present: Presence, now: number): Presence {
  const believedUntil = now + LOOKERS_DOUBTED_MS
  const doubted = (told: Told) => ({
    ...told,
    toldAt: Math.min(told.toldAt, believedUntil - PRESENCE_EXPIRE_MS),
  })
  return new Map([...present].map(([nodeId, told]) => [nodeId, doubted(told)]))
}

/** A node that says nothing any more is gone, and so are those who were connected to it. */
export function withoutExpired(present: Presence, now: number): Presence {
  const alive = [...present].filter(([, { toldAt }]) => now - toldAt < PRESENCE_EXPIRE_MS)
  return alive.length === present.size ? present : new Map(alive)
}

export function presentNos(present: Presence): ReadonlySet<number> {
  return new Set([...present.values()].flatMap(({ userNos }) => userNos))
}

/** Who of them has a certain note open. */
export function readersOf(present: Presence, noteNo: number): ReadonlySet<number> {
  const told = [...present.values()].flatMap(({ readers = [] }) => readers)
  return new Set(told.flatMap(reading => (reading.noteNo === noteNo ? reading.userNos : [])))
}
