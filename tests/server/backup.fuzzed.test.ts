import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { includedCollections } from '#server/backup/backup.collections.ts'
import { dependentReferences, findMissing, ownerReferences } from '#server/backup/repair.ts'
import { createBackup, openAllCollections, restoreInto, resumeJobs } from '#tests/support/backups.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { fuzz } from '#tests/support/fuzz/fuzz.ts'
import { ownDatabase, startNode } from '#tests/support/node.ts'

const BODIES = 250
const SEED = 20_261
const DURATION_MS = 20_000

async function expectNothingMissing(mongoUrl: string): Promise<void> {
  const mongo = await openAllCollections(mongoUrl)
  for (const reference of [...ownerReferences, ...dependentReferences])
    for await (const missing of findMissing(mongo, reference))
      expect(missing, `${reference.from}.${reference.field}`).toEqual([])
  await mongo.close()
}

test('backups taken during random actions are consistent after a restore, and a later one loses nothing', async () => {
  const mongoUrl = await ownDatabase()
  const node = await startNode({ mongoUrl })
  const { users } = node.app.context.repositories
  const fuzzed = fuzz({ url: node.url, users, bodies: BODIES, seed: SEED, durationMs: DURATION_MS })
  const backups = [await createBackup(mongoUrl), await createBackup(mongoUrl)]
  await fuzzed
  await resumeJobs(node)

  const last = await createBackup(mongoUrl)
  const target = await ownDatabase()
  const { repaired, skipped } = await restoreInto(target, last)
  expect({ repaired, skipped }).toEqual({ repaired: {}, skipped: {} })
  const [before, after] = [await openAllCollections(mongoUrl), await openAllCollections(target)]
  const [stored, restored] = [await dumpDatabase(before), await dumpDatabase(after)]
  for (const name of includedCollections)
    if (name !== 'counters') expect(restored[name]?.length, name).toBe(stored[name]?.length)
  await Promise.all([before.close(), after.close(), node.stop()])

  for (const path of backups) {
    const into = await ownDatabase()
    await restoreInto(into, path)
    const restarted = await startNode({ mongoUrl: into })
    await resumeJobs(restarted)
    await expectNothingMissing(into)
    await restarted.stop()
    await rm(path)
  }
  await rm(last)
}, 60_000)
