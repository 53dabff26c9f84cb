import type { Context } from '#server/context.ts'
import type { HubRecord } from './hubs.record.ts'
import type { LatestRecord } from './latest.store.ts'

/** What happened last in each hub, by its number; at least as new as the hub's version, for which it is kept. */
export async function latestOf(
  { stores, latestInHubs }: Context,
  hubs: readonly Pick<HubRecord, 'hubNo' | 'version'>[],
): Promise<Map<number, LatestRecord | null>> {
  const missing = hubs.filter(({ hubNo, version }) => latestInHubs.peek(String(hubNo), version) === undefined)
  const found = stores.latest.of(missing.map(({ hubNo }) => hubNo))
  const told = hubs.map(async ({ hubNo, version }) => {
    const load = async () => ({ latest: (await found).get(hubNo) ?? null })
    const { latest } = await latestInHubs.at(String(hubNo), version, load)
    return [hubNo, latest] as const
  })
  return new Map(await Promise.all(told))
}
