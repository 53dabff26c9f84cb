import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { backedUp } from '#server/backup/backup.collections.ts'
import { hanging, missing, owners } from '#server/backup/repair.ts'
import { backUp, finishWork, openAll, restoreInto } from '#tests/support/backups.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { fuzz } from '#tests/support/fuzz/fuzz.ts'
import { ownDatabase, startNode } from '#tests/support/node.ts'

const BODIES = 250
const SEED = 20_261
const DURATION_MS = 20_000

async function expectNothingMissing(mongoUrl: string): Promise<void> {
  const mongo = await openAll(mongoUrl)
  for (const reference of [...owners, ...hanging])
    for await (const left of missing(mongo, reference))
      expect(left, `${reference.from}.${reference.field}`).toEqual([])
  await mongo.close()
}

test('of a world in which anything was done, backups made meanwhile are whole once restored, and a later one loses nothing', async () => {
  const mongoUrl = await ownDatabase()
  const node = await startNode({ mongoUrl })
  const { users } = node.app.context.stores
  const fuzzed = fuzz({ url: node.url, users, bodies: BODIES, seed: SEED, durationMs: DURATION_MS })
  const interleave = [await backUp(mongoUrl), await backUp(mongoUrl)]
  await fuzzed
  await finishWork(node)

  const last = await backUp(mongoUrl)
  const target = await ownDatabase()
  const { repaired, skipped } = await restoreInto(target, last)
  expect({ repaired, skipped }).toEqual({ repaired: {}, skipped: {} })
  const [before, after] = [await openAll(mongoUrl), await openAll(target)]
  const [stored, restored] = [await dumpDatabase(before), await dumpDatabase(after)]
  for (const name of backedUp)
    if (name !== 'counters') expect(restored[name]?.length, name).toBe(stored[name]?.length)
  await Promise.all([before.close(), after.close(), node.stop()])

  for (const path of interleave) {
    const into = await ownDatabase()
    await restoreInto(into, path)
    const again = await startNode({ mongoUrl: into })
    await finishWork(again)
    await expectNothingMissing(into)
    await again.stop()
    await rm(path)
  }
  await rm(last)
}, 60_000)
