import type { ServerEventName, ServerEventPayload } from '#protocol/events.ts'

/** By hub: the version at which this user last joined or left, as far as received. */
export type Memberships = ReadonlyMap<number, number>

export const noMemberships: Memberships = new Map()

/** Records joining or leaving a hub. Null if the event is outdated or a duplicate. Other events change nothing. */
export function withMembership<Name extends ServerEventName>(
  known: Memberships,
  name: Name,
  payload: ServerEventPayload<Name>,
): Memberships | null {
  const change = membershipChange(name, payload)
  if (change === null) return known
  if (change.version <= (known.get(change.hubNo) ?? 0)) return null
  return new Map(known).set(change.hubNo, change.version)
}

function membershipChange(name: ServerEventName, payload: object): { hubNo: number; version: number } | null {
  if (name === 'hub:added') return (payload as ServerEventPayload<'hub:added'>).hub
  if (name === 'hub:removed') return payload as ServerEventPayload<'hub:removed'>
  return null
}
