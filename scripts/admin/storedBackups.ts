import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { timeIn } from '#server/backup/scheduled/backupNames.ts'
import { StorageError } from '#server/backup/scheduled/backupStorage.ts'
import { createStorage } from '#server/backup/scheduled/openStorage.ts'
import { readBackupPlace } from '#server/config.backup.ts'
import { createLog } from '#server/platform/log.ts'
import { StartupError } from '#server/platform/startup.ts'

type Variables = Record<string, string | undefined>
const storageAt = (...place: Parameters<typeof readBackupPlace>) =>
  createStorage(readBackupPlace(...place), createLog('warn'))

export interface StoredBackup {
  at: Date
  /** A path, or `s3://bucket/prefix/name`; `restore` takes both. */
  address: string
}

/** The scheduled backups at BACKUP_TO, newest first. Throws a StartupError. */
export async function findStoredBackups(variables: Variables): Promise<StoredBackup[]> {
  const storage = storageAt(variables)
  const names = await storage.list().catch(error => throwUnreadable(storage.place, error))
  const addressOf = (name: string) =>
    isStorageAddress(storage.place) ? storage.place + name : join(storage.place, name)
  return [...names]
    .flatMap(name => {
      const at = timeIn(name)
      return at === null ? [] : { at, address: addressOf(name) }
    })
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

export const isStorageAddress = (address: string) => address.startsWith('s3://')

/** Calls `use` with a file that only its owner may read, and removes it afterwards. Throws a StartupError. */
export async function withDownloaded<Result>(
  address: string,
  { variables, dataDir }: { variables: Variables; dataDir: string },
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const nameAt = address.lastIndexOf('/') + 1
  const storage = storageAt(variables, address.slice(0, nameAt))
  const path = join(dataDir, 'downloaded.backup')
  const download = async () => {
    const stored = await storage.open(address.slice(nameAt))
    await pipeline(stored, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  }
  await mkdir(dataDir, { recursive: true })
  await rm(path, { force: true })
  try {
    await download().catch(error => throwUnreadable(address, error))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

function throwUnreadable(address: string, error: unknown): never {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const reason = error instanceof StorageError ? message : (code ?? message)
  throw new StartupError(`${address}: 가져올 수 없어요. [${reason}] (It cannot be fetched.)`)
}

const SEOUL_TIME = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'short',
})

export const backupLine = ({ at, address }: StoredBackup) => `${SEOUL_TIME.format(at)}  ${address}`
