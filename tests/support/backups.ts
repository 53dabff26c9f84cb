import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { type BackupParts, makeBackup } from '#server/backup/makeBackup.ts'
import { checkBackup, restoreBackup } from '#server/backup/restoreBackup.ts'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { createUnfinishedWork } from '#server/platform/mongo/unfinished.ts'
import { openStores } from '#server/stores.ts'
import { stepsOf } from '#server/unfinished.ts'
import type { TestNode } from './node.ts'

const log = pino({ level: 'silent' })
const clock = () => new Date()

export const newPath = () => join(tmpdir(), `geulmaru-backup-${randomUUID()}`)

/** A connection that knows every collection, as the administrator's orders have one. */
export async function openAll(mongoUrl: string): Promise<Connection> {
  const mongo = await connectMongo(mongoUrl)
  openStores(mongo)
  createCounters(mongo)
  createUnfinishedWork(mongo, clock)
  return mongo
}

/** A new backup of a database; its path. */
export async function backUp(mongoUrl: string, parts: Partial<BackupParts> = {}): Promise<string> {
  const mongo = await openAll(mongoUrl)
  const path = newPath()
  await makeBackup(mongo, path, { keys: null, app: '0', now: clock(), ...parts })
  await mongo.close()
  return path
}

/** Into the database at `mongoUrl`. */
export async function restoreInto(mongoUrl: string, path: string, deletedAccounts: DeletedAccount[] = []) {
  const mongo = await openAll(mongoUrl)
  try {
    const { header } = await checkBackup(path)
    return await restoreBackup(mongo, { path, header, deletedAccounts, nodesEndWithinMs: 0, clock, log })
  } finally {
    await mongo.close()
  }
}

/** What a server does first of all when it starts. */
export async function finishWork({ app }: TestNode): Promise<void> {
  await app.context.unfinished.releaseAll()
  await app.context.unfinished.resume(stepsOf(app.context))
}
