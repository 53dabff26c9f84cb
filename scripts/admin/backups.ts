import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Keys } from '#server/backup/backup.file.ts'
import { makeBackup } from '#server/backup/makeBackup.ts'
import type { RepairCounts } from '#server/backup/repair.ts'
import { checkBackup, finalizeRestore, restoreBackup } from '#server/backup/restoreBackup.ts'
import type { Config } from '#server/config.ts'
import { allMigrations, prepareDatabase } from '#server/database.ts'
import {
  type DeletedAccount,
  deletedAccountsIn,
  readDeletedAccounts,
} from '#server/features/accounts/deletedAccounts.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { type Database, joinDatabase, openDatabase } from '#server/platform/mongo/database.ts'
import { assertRestoreComplete, EPOCH_CHECK_MS, isMigrated } from '#server/platform/mongo/installation.ts'
import { createJobs } from '#server/platform/mongo/jobs.ts'
import { loadSecret } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup.ts'
import { loadVapidKeys } from '#server/platform/webPush.ts'
import { openRepositories } from '#server/repositories.ts'

import packageJson from '../../package.json' with { type: 'json' }

/** With a separate MongoDB, running nodes check the epoch and stop within this time. */
const NODES_END_WITHIN_MS = 2 * EPOCH_CHECK_MS

interface Environment {
  config: Config
  log: Logger
}

const clock = () => new Date()

/** Writes a backup. The server may run; its release has to be this one. Throws StartupError. */
export async function backup({ config, log }: Environment, path: string, withKeys: boolean): Promise<string> {
  const keys = withKeys ? await keysOf(config, log) : null
  const database = await joinDatabase(config, log)
  try {
    await assertRestoreComplete(database.connection)
    await assertSameRelease(database)
    const { version: app } = packageJson
    const counts = await makeBackup(database.connection, path, { keys, app, now: clock() })
    return `${path}: ${formatCount(sum(counts))}개를 담았어요.${withKeys ? ' 서명 키와 알림 키도 들어 있으니 아무에게도 보여 주지 마세요.' : ''}
(${formatCount(sum(counts))} documents${withKeys ? ', and the keys: show it to nobody' : ''}; keep the lists of deleted accounts beside it: ${deletedAccountsIn(config.dataDir)})`
  } finally {
    await database.close()
  }
}

/** A backup does not migrate the database, because the previous release may still use it. */
async function assertSameRelease({ connection }: Database): Promise<void> {
  if (!(await isMigrated(connection, allMigrations)))
    throw new StartupError(
      '이 버전의 글마루가 아직 쓴 적 없는 데이터베이스예요. 그 데이터를 쓰던 버전으로 백업해 주세요. (This release has not used the database yet: back it up by the one that has.)',
    )
}

/** Restores into an empty installation on which no server runs. If it throws StartupError, nothing has changed. */
export async function restore({ config, log }: Environment, path: string, lists: string[]): Promise<string> {
  const { header, keys } = await checkBackup(path)
  const deletedAccounts = await allDeletedAccounts(config, lists)
  const isEmbedded = config.mongodbUrl === undefined
  if (keys !== null) await assertNoOtherKeys(config, keys)
  // The embedded engine accepts one process, so no server is running on it.
  const database = await openDatabase(config, log)
  try {
    openAll(database)
    const nodesEndWithinMs = isEmbedded ? 0 : NODES_END_WITHIN_MS
    const parts = { path, header, deletedAccounts, nodesEndWithinMs, clock, log }
    const { counts, repaired, skipped } = await restoreBackup(database.connection, parts)
    if (keys !== null) await writeKeys(config, keys)
    return `${header.at.toISOString()}의 백업에서 ${formatCount(sum(counts))}개를 되돌렸어요. 모두 다시 로그인해야 해요.
(${formatCount(sum(counts))} documents of the backup of that time; everybody has to sign in again)${listed('고친 것 (repaired)', repaired)}${listed('겹쳐서 뺀 것 (skipped duplicates)', skipped)}`
  } finally {
    await database.close()
  }
}

/** Repairs data that was restored in another way: by MongoDB's tools, or as a copy of DATA_DIR. */
export async function finishRestore({ config, log }: Environment, lists: string[]): Promise<string> {
  const deletedAccounts = await allDeletedAccounts(config, lists)
  const database = await openDatabase(config, log)
  try {
    await assertRestoreComplete(database.connection)
    openAll(database)
    await prepareDatabase(database.connection, { clock, log })
    const repaired = await finalizeRestore(database.connection, { deletedAccounts, now: clock() })
    return `되돌린 데이터를 점검했어요. 모두 다시 로그인해야 해요.
(the restored data is checked; everybody has to sign in again)${listed('고친 것 (repaired)', repaired)}`
  } finally {
    await database.close()
  }
}

/** Opening a repository creates the indexes of its collections. */
function openAll({ connection }: Database): void {
  openRepositories(connection)
  createCounters(connection)
  createJobs(connection, clock)
}

/** The deleted accounts in the list of this DATA_DIR, if it has one, and in the given lists. */
async function allDeletedAccounts({ dataDir }: Config, lists: string[]): Promise<DeletedAccount[]> {
  const own = deletedAccountsIn(dataDir)
  const hasOwn = await access(own).then(
    () => true,
    () => false,
  )
  const all = [...(hasOwn ? [own] : []), ...lists]
  const read = all.map(path =>
    readDeletedAccounts(path).catch(error => {
      if (error instanceof StartupError) throw error
      throw new StartupError(`${path} 파일을 읽을 수 없어요. (It cannot be read.)`)
    }),
  )
  return (await Promise.all(read)).flat()
}

async function keysOf(config: Config, log: Logger): Promise<Keys> {
  const jwtSecret = config.jwtSecret ?? (await loadSecret(config.dataDir, log))
  return { jwtSecret, vapidKeys: config.vapidKeys ?? (await loadVapidKeys(config.dataDir, log)) }
}

const filesOf = ({ dataDir }: Config, { jwtSecret, vapidKeys }: Keys) => [
  { path: join(dataDir, 'jwt-secret'), content: jwtSecret },
  { path: join(dataDir, 'vapid-keys'), content: JSON.stringify(vapidKeys) },
]

async function assertNoOtherKeys(config: Config, keys: Keys): Promise<void> {
  for (const { path, content } of filesOf(config, keys)) {
    const existing = await readFile(path, 'utf8').catch(() => null)
    if (existing !== null && existing !== content)
      throw new StartupError(
        `백업에 든 키와 다른 키가 ${path}에 있어요. 그 파일을 옮긴 다음 다시 해 주세요. (Move that file away: the backup brings another key.)`,
      )
  }
}

async function writeKeys(config: Config, keys: Keys): Promise<void> {
  await mkdir(config.dataDir, { recursive: true })
  for (const { path, content } of filesOf(config, keys))
    await writeFile(path, content, { mode: 0o600, flush: true })
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, count) => all + count, 0)
const formatCount = (count: number) => count.toLocaleString('ko')

function listed(title: string, entries: RepairCounts | Record<string, number>): string {
  const lines = Object.entries(entries).map(([what, count]) => `\n  ${what}: ${formatCount(count)}`)
  return lines.length === 0 ? '' : `\n${title}:${lines.join('')}`
}
