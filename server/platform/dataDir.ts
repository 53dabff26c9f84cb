import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type StartupError, settingError } from './startupError.ts'

const MB = 1024 * 1024

/** In bytes. MongoDB makes no index where less than 500 MB are free, and writes its journal in files of 100 MB. */
const FREE_BYTES_MIN = { toBegin: 500 * MB, toGoOn: 100 * MB }

/** Throws StartError unless files can be written there. */
export async function proveDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, 'probe', { flush: true })
  } catch (error) {
    throw fileFailure(dataDir, error) ?? error
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** Throws StartError where the embedded engine would run out of room at once. */
export async function requireDiskSpace(dataDir: string, { isNew }: { isNew: boolean }): Promise<void> {
  if ((await freeBytesIn(dataDir)) < FREE_BYTES_MIN[isNew ? 'toBegin' : 'toGoOn']) throw diskFull(dataDir)
}

export async function freeBytesIn(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

export const diskFull = (dataDir: string) =>
  settingError(
    'DATA_DIR',
    `${dataDir}이 있는 디스크에 남은 공간이 모자라요. 500MB 넘게 비우거나 다른 폴더로 정해 주세요.`,
    `too little space is left on the disk of ${dataDir}: free more than 500 MB, or name another folder.`,
  )

/** What an error of the file system says of the data directory; null for any other error. */
export function fileFailure(dataDir: string, error: unknown): StartupError | null {
  const { code, path } = error as { code?: unknown; path?: unknown }
  if (typeof path === 'string' && !resolve(path).startsWith(resolve(dataDir))) return null
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(dataDir)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return settingError('DATA_DIR', `${dataDir}은 폴더가 아니에요.`, `${dataDir} is not a folder.`)
  if (typeof code !== 'string' || typeof path !== 'string') return null
  return settingError(
    'DATA_DIR',
    `${dataDir}에 쓸 수 없어요. 권한을 고치거나 다른 폴더로 정해 주세요. [${code}: ${path}]`,
    `${dataDir} cannot be written to: change its permissions, or name another folder.`,
  )
}

/** How often the free space is looked at, and below how much nothing new is taken: what was taken has to get onto the disk. */
const LOOK_MS = 2_000
const RESERVE_BYTES = 100 * MB

export interface DiskWatch {
  hasRoom(): boolean
  stop(): void
}

/** Watches the disk under the embedded engine, which ends when it cannot write its journal. */
export function watchDisk(dataDir: string): DiskWatch {
  let hasRoom = true
  const looking = setInterval(async () => {
    hasRoom = await freeBytesIn(dataDir).then(
      bytes => bytes > RESERVE_BYTES,
      () => true,
    )
  }, LOOK_MS).unref()
  return { hasRoom: () => hasRoom, stop: () => clearInterval(looking) }
}
