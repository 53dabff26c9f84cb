import { randomUUID } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { readBackupStream, sameCounts } from '#server/backup/backup.file.ts'
import { writeBackup } from '#server/backup/makeBackup.ts'
import type { Context } from '#server/context.ts'
import { StartupError } from '#server/platform/startup.ts'
import type { Repositories } from '#server/repositories.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { notifyBackupFailed } from './backupFailed.ts'
import { nameOf } from './backupNames.ts'
import type { BackupPlan } from './backupPlan.ts'
import { type BackupStorage, StorageError } from './backupStorage.ts'
import { isBackupDue } from './dueBackups.ts'
import { backupsToKeep } from './retention.ts'
import { LOST_RECORD_MS, latestTime } from './schedule.repository.ts'

/** A node that makes a backup renews its lease; after this time without, another one takes over. */
const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3

/** Begins a backup in the background if one is due. Called on every node each minute. */
export async function startDueBackup(context: Context): Promise<void> {
  const { backupPlan: plan, backgroundTasks } = context
  if (plan === null || plan.stopping.aborted || !(await isDue(context, plan))) return
  backgroundTasks.run('a scheduled backup', () => runBackup(context, plan))
}

async function isDue({ repositories, clock }: Context, { everyMs }: BackupPlan): Promise<boolean> {
  const [{ failedAt }, latest] = await Promise.all([
    repositories.backupSchedule.findState(),
    repositories.backupSchedule.findLatest(clock()),
  ])
  return isBackupDue({ everyMs, lastAt: latest?.at ?? null, failedAt }, clock())
}

/** Does nothing if another node makes the backup. */
async function runBackup(context: Context, plan: BackupPlan): Promise<void> {
  const { repositories, clock, log } = context
  const holder = randomUUID()
  const leaseEnd = () => new Date(clock().getTime() + LEASE_MS)
  if (!(await repositories.backupSchedule.take(holder, clock(), leaseEnd()))) return
  const lost = new AbortController()
  const renewing = setInterval(() => {
    repositories.backupSchedule.renew(holder, leaseEnd()).then(
      isHeld => isHeld || lost.abort(),
      error => log.warn({ err: error }, 'the lease of a backup could not be renewed'),
    )
  }, RENEW_MS).unref()
  const signal = AbortSignal.any([plan.stopping, lost.signal])
  try {
    // Another node may have finished one since the first look.
    if (!(await isDue(context, plan))) return
    await removeIncomplete(context, plan)
    const backup = await storeBackup(context, plan, signal)
    plan.counts.add('done')
    await repositories.backupSchedule.setSucceeded()
    log.info(backup, 'a scheduled backup was stored and read back')
    await removeOld(context, plan)
  } catch (error) {
    if (signal.aborted) return
    plan.counts.add('failed')
    const failure = failureOf(error)
    log.error({ err: error, reason: failure }, 'a scheduled backup failed')
    await repositories.backupSchedule.setFailed(clock(), failure)
    await notifyBackupFailed(context)
  } finally {
    clearInterval(renewing)
    await repositories.backupSchedule.release(holder, clock())
  }
}

/** Stores a backup and reads the stored copy back. On failure nothing new stays. */
async function storeBackup({ repositories, clock }: Context, plan: BackupPlan, signal: AbortSignal) {
  const { connection, storage } = plan
  const at = clock()
  const name = nameOf(at)
  await repositories.backupSchedule.add({ name, place: storage.place, at })
  try {
    const parts = { keys: null, app: packageJson.version, now: at }
    const written = await writeBackup(connection, storage.create(name), parts, signal)
    const stored = addAbortSignal(signal, await storage.open(name))
    const { counts, bytes } = await readBackupStream(stored, {}, signal)
    if (!sameCounts(counts, written)) throw new StorageError('the stored copy has other documents')
    const documents = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const verified = { bytes, documents, verifiedAt: clock() }
    await repositories.backupSchedule.setVerified(name, verified)
    return { name, ...verified }
  } catch (error) {
    // If this fails as well, the next run removes it.
    await removeStored(repositories, storage, name).catch(() => undefined)
    throw error
  }
}

async function removeStored(repositories: Repositories, storage: BackupStorage, name: string): Promise<void> {
  await storage.remove(name)
  await repositories.backupSchedule.remove(name)
}

/** Removes what interrupted runs have left. */
async function removeIncomplete({ repositories }: Context, { storage }: BackupPlan): Promise<void> {
  for (const { name, place, verifiedAt } of await repositories.backupSchedule.findAll())
    if (verifiedAt === undefined && place === storage.place) await removeStored(repositories, storage, name)
}

/**
 * Removes outdated backups. Only backups that the schedule has made, and that still exist, are considered. Those from the future
 * stay, and take no place of another one.
 */
async function removeOld({ repositories, clock, log }: Context, { storage }: BackupPlan): Promise<void> {
  try {
    const stored = await storage.list()
    const all = await repositories.backupSchedule.findAll()
    const existing = all.filter(
      ({ name, place, verifiedAt }) =>
        verifiedAt !== undefined && place === storage.place && stored.has(name),
    )
    const past = existing.filter(({ at }) => at <= latestTime(clock()))
    const kept = backupsToKeep(past)
    for (const { name } of past) if (!kept.has(name)) await removeStored(repositories, storage, name)
    const lostSince = clock().getTime() - LOST_RECORD_MS
    for (const record of all)
      if (!existing.includes(record) && record.at.getTime() < lostSince)
        await repositories.backupSchedule.remove(record.name)
  } catch (error) {
    log.warn({ err: error }, 'outdated backups could not be removed')
  }
}

/** Without secrets: our own messages, or the code of a system error. */
function failureOf(error: unknown): string {
  if (error instanceof StorageError) return error.message
  if (error instanceof StartupError) return 'the stored copy is damaged'
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : String(name ?? 'unknown')
}
