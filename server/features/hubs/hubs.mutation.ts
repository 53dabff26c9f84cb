import type { Context } from '#server/context.ts'
import { RequestError } from '#server/platform/errors.ts'
import type { HubRecord } from './hubs.record.ts'

interface HubMutation<Result> {
  /** Writes the change. Returns null if there is nothing to change. */
  save: () => Result | null | Promise<Result | null>
  /**
   * Bumps the hub version and re-checks the preconditions in one atomic update. Returns null if the hub is gone or no
   * longer allows the change. Default: bump without touching unread counts.
   */
  bumpVersion?: (saved: Result) => HubRecord | null | Promise<HubRecord | null>
  /** Publishes the events. Reads their payload after the bump, so no event is older than its version. */
  publish: (hub: HubRecord, saved: Result) => void | Promise<void>
  /** Undoes the write after a refused bump. */
  rollback?: (saved: Result) => Promise<void>
}

/**
 * Applies a change inside a hub: save, bump the version, publish. Nothing is published unless it was saved and
 * versioned. Returns the saved result. A change of the hub document itself uses `mutateHubInOneUpdate`.
 */
export async function mutateHub<Saved>(
  { repositories, live }: Context,
  hubNo: number,
  {
    save,
    bumpVersion: bump = () => repositories.hubs.bumpVersion(hubNo),
    publish,
    rollback,
  }: HubMutation<Saved>,
): Promise<Saved | null> {
  const saveAndBump = async () => {
    const saved = await save()
    return saved === null ? null : { saved, hub: await bump(saved) }
  }
  const change = await saveAndBump().catch(async error => {
    // The write may have succeeded without bumping the hub version, so drop the cached reads.
    if (!(error instanceof RequestError)) await live.invalidateHubCaches()
    throw error
  })
  if (change === null) return null
  const { saved, hub } = change
  if (hub) await publish(hub, saved)
  else await rollback?.(saved)
  return saved
}

/** Variant for a single update that saves and bumps; it returns the updated hub. */
export async function mutateHubInOneUpdate(
  context: Context,
  hubNo: number,
  { save, publish }: Pick<HubMutation<HubRecord>, 'save' | 'publish'>,
): Promise<void> {
  await mutateHub(context, hubNo, { save, bumpVersion: hub => hub, publish })
}

/** Hubs that are updated concurrently: one after the other is slow, and all at once is too much. */
const CONCURRENCY = 10

/** Variant for a change that is visible in several hubs: saves once, then bumps and publishes in each. */
export async function mutateHubs<Saved>(
  context: Context,
  hubNosOf: (saved: Saved) => Promise<readonly number[]>,
  { save, publish }: Pick<HubMutation<Saved>, 'save' | 'publish'>,
): Promise<Saved | null> {
  const saved = await save()
  if (saved === null) return null
  const hubNos = await hubNosOf(saved)
  for (let at = 0; at < hubNos.length; at += CONCURRENCY) {
    const batch = hubNos.slice(at, at + CONCURRENCY)
    await Promise.all(batch.map(hubNo => mutateHub(context, hubNo, { save: () => saved, publish })))
  }
  return saved
}
