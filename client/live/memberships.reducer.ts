import type { ServerEventName, ServerEventPayload } from '#protocol/events.ts'

/** By hub: the version at which this user last came into it or went, as far as was heard. */
export type Memberships = ReadonlyMap<number, number>

export const noneReceived: Memberships = new Map()

/**
 * Takes note of a coming or going. Null when the event is to be passed over: it came late, after one of a higher
 * version, or came before. Any other event changes nothing.
 */
export function withMembership<Name extends ServerEventName>(
  known: Memberships,
  name: Name,
  payload: ServerEventPayload<Name>,
): Memberships | null {
  const told = hubTold(name, payload)
  if (told === null) return known
  if (told.version <= (known.get(told.hubNo) ?? 0)) return null
  return new Map(known).set(told.hubNo, told.version)
}

function hubTold(name: ServerEventName, payload: object): { hubNo: number; version: number } | null {
  if (name === 'hub:added') return (payload as ServerEventPayload<'hub:added'>).hub
  if (name === 'hub:removed') return payload as ServerEventPayload<'hub:removed'>
  return null
}
