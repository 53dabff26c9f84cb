import type { Connection } from 'mongoose'

/** In bytes. What the database does not tell, as a `mongos` does not of its cache, is absent. */
export interface EngineMemory {
  resident?: number
  cached?: number
  cacheMax?: number
}

const ANSWERED_WITHIN_MS = 1_000

/** Nothing at all while the database is away or may not be asked. */
export async function engineMemoryOf(mongo: Connection): Promise<EngineMemory> {
  const asked = { serverStatus: 1, maxTimeMS: ANSWERED_WITHIN_MS }
  const status = await mongo.db
    ?.admin()
    .command(asked)
    .catch(() => undefined)
  const resident = status?.mem?.resident
  const cache = status?.wiredTiger?.cache
  return {
    ...(resident !== undefined && { resident: Number(resident) * 1024 * 1024 }),
    ...(cache && {
      cached: Number(cache['bytes currently in the cache']),
      cacheMax: Number(cache['maximum bytes configured']),
    }),
  }
}
