import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type StartupError, settingError } from './startup.ts'

const MB = 1024 * 1024

/**
 * In bytes. MongoDB creates no index with less than 500 MB of free space, and writes its journal in files of 100 MB.
 */
const FREE_BYTES_MIN = { toBegin: 500 * MB, toGoOn: 100 * MB }

/** Throws a StartupError unless files can be written there. */
export async function assertWritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, 'probe', { flush: true })
  } catch (error) {
    throw dataDirErrorOf(dataDir, error) ?? error
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** Throws a StartupError if the embedded engine would run out of disk space soon. */
export async function assertDiskSpace(dataDir: string, { isNew }: { isNew: boolean }): Promise<void> {
  if ((await freeBytesIn(dataDir)) < FREE_BYTES_MIN[isNew ? 'toBegin' : 'toGoOn']) throw diskFull(dataDir)
}

export async function freeBytesIn(dataDir: string): Promise<number> {
  return (await diskSpaceOf(dataDir)).freeBytes
}

export async function diskSpaceOf(dataDir: string): Promise<{ freeBytes: number; totalBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

export const diskFull = (dataDir: string) =>
  settingError(
    'DATA_DIR',
    `${dataDir}이 있는 디스크에 남은 공간이 모자라요. 500MB 넘게 비우거나 다른 폴더로 정해 주세요.`,
    `too little space is left on the disk of ${dataDir}: free more than 500 MB, or name another folder.`,
  )

/** Explains a file system error in the data directory; null for any other error. */
export function dataDirErrorOf(dataDir: string, error: unknown): StartupError | null {
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

/**
 * Check interval, and the free space below which new data is rejected, because accepted data must still reach the disk.
 */
const CHECK_MS = 2_000
const RESERVE_BYTES = 100 * MB

export interface DiskWatch {
  hasSpace(): boolean
  stop(): void
}

/** Watches the disk of the embedded engine, which exits when it cannot write its journal. */
export function watchDisk(dataDir: string): DiskWatch {
  let hasSpace = true
  const timer = setInterval(async () => {
    hasSpace = await freeBytesIn(dataDir).then(
      bytes => bytes > RESERVE_BYTES,
      () => true,
    )
  }, CHECK_MS).unref()
  return { hasSpace: () => hasSpace, stop: () => clearInterval(timer) }
}
