import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { type BackupParts, makeBackup } from '#server/backup/makeBackup.ts'
import { checkBackup, restoreBackup } from '#server/backup/restoreBackup.ts'
import { createJobRunner } from '#server/cleanup.ts'
import type { DeletedAccount } from '#server/features/accounts/deletedAccounts.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { createJobs } from '#server/platform/mongo/jobs.ts'
import { openRepositories } from '#server/repositories.ts'
import type { TestNode } from './node.ts'

const log = pino({ level: 'silent' })
const clock = () => new Date()

export const newPath = () => join(tmpdir(), `geulmaru-backup-${randomUUID()}`)

/** A connection with all collections, as the administration commands open one. */
export async function openAllCollections(mongoUrl: string): Promise<Connection> {
  const mongo = await connectMongo(mongoUrl)
  openRepositories(mongo)
  createCounters(mongo)
  createJobs(mongo, clock)
  return mongo
}

/** Creates a backup of a database and returns its path. */
export async function createBackup(mongoUrl: string, parts: Partial<BackupParts> = {}): Promise<string> {
  const mongo = await openAllCollections(mongoUrl)
  const path = newPath()
  await makeBackup(mongo, path, { keys: null, app: '0', now: clock(), ...parts })
  await mongo.close()
  return path
}

/** Restores into the database at `mongoUrl`. */
export async function restoreInto(mongoUrl: string, path: string, deletedAccounts: DeletedAccount[] = []) {
  const mongo = await openAllCollections(mongoUrl)
  try {
    const { header } = await checkBackup(path)
    return await restoreBackup(mongo, { path, header, deletedAccounts, nodesEndWithinMs: 0, clock, log })
  } finally {
    await mongo.close()
  }
}

/** The first step of a server start. */
export async function resumeJobs({ app }: TestNode): Promise<void> {
  await app.context.jobs.releaseAll()
  await app.context.jobs.resume(createJobRunner(app.context))
}
