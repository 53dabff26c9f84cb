import type { Context } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import type { HubRecord } from './hubs.record.ts'

interface HubMutation<Saved> {
  /** Null when there was nothing to change. */
  save: () => Saved | null | Promise<Saved | null>
  /**
   * Gives the hub the change's version, and checks with the same update what has to hold by now. Null when the hub is gone,
   * or does not take the change any more. Unless said otherwise it is counted as one that moves no unread number.
   */
  count?: (saved: Saved) => HubRecord | null | Promise<HubRecord | null>
  /** Reads again what it tells, now that the hub has counted: so what is told holds all up to the hub's version. */
  publish: (hub: HubRecord, saved: Saved) => void | Promise<void>
  /** When the hub did not count what was saved. */
  takeBack?: (saved: Saved) => Promise<void>
}

/**
 * The one way by which what is in a hub changes: it is saved, then counted, then read again, then told. Where nothing was
 * saved nothing is counted, and what is not counted is not told. Gives what was saved. Who is in a hub changes by one update of the hub
 * itself, which counts as well and gives what is told (hubs.domain.ts, joining.domain.ts).
 */
export async function mutateHub<Saved>(
  { stores, live }: Context,
  hubNo: number,
  { save, count = () => stores.hubs.bumpVersion(hubNo), publish, takeBack }: HubMutation<Saved>,
): Promise<Saved | null> {
  const saveAndCount = async () => {
    const saved = await save()
    return saved === null ? null : { saved, hub: await count(saved) }
  }
  const change = await saveAndCount().catch(async error => {
    // It may have been saved without being counted.
    if (!(error instanceof RequestError)) await live.forgetReadings()
    throw error
  })
  if (change === null) return null
  const { saved, hub } = change
  if (hub) await publish(hub, saved)
  else await takeBack?.(saved)
  return saved
}

/** The same where one update saves and counts; it gives the hub as it is then. */
export async function changeCountedInHub(
  context: Context,
  hubNo: number,
  { save, publish }: Pick<HubMutation<HubRecord>, 'save' | 'publish'>,
): Promise<void> {
  await mutateHub(context, hubNo, { save, count: hub => hub, publish })
}

/** Of the hubs in which one thing shows: a trip to the database for each one after the other is long, all at once are too many. */
const AT_ONCE = 10

/** The same for what shows in several hubs: saved once, then counted and told in each. */
export async function changeInHubs<Saved>(
  context: Context,
  hubNosOf: (saved: Saved) => Promise<readonly number[]>,
  { save, publish }: Pick<HubMutation<Saved>, 'save' | 'publish'>,
): Promise<Saved | null> {
  const saved = await save()
  if (saved === null) return null
  const hubNos = await hubNosOf(saved)
  for (let at = 0; at < hubNos.length; at += AT_ONCE) {
    const some = hubNos.slice(at, at + AT_ONCE)
    await Promise.all(some.map(hubNo => mutateHub(context, hubNo, { save: () => saved, publish })))
  }
  return saved
}
