import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { settingError } from '#server/platform/startup.ts'
import type { BackupStorage } from './backupStorage.ts'

/** Name of a file that is being written. */
const partialOf = (path: string) => `${path}.partial`

/** Backups as files that only their owner may read. */
export function createFolderStorage(folder: string, log: Logger): BackupStorage {
  const pathOf = (name: string) => join(folder, name)
  return {
    place: resolve(folder),
    async check() {
      const probe = pathOf(`.probe-${process.pid}`)
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeFile(probe, 'probe', { flush: true })
      } catch (error) {
        const { code } = error as { code?: unknown }
        // The settings are right, and the server is of use without backups.
        if (code === 'ENOSPC' || code === 'EDQUOT') return log.warn({ code }, 'the disk of BACKUP_TO is full')
        throw settingError(
          'BACKUP_TO',
          `${folder}에 쓸 수 없어요. 권한을 확인하거나 다른 폴더로 정해 주세요. [${code}]`,
          `${folder} cannot be written to: change its permissions, or name another folder.`,
        )
      } finally {
        await rm(probe, { force: true }).catch(() => undefined)
      }
    },
    create: name => createFileWriter(pathOf(name)),
    open: async name => createReadStream(pathOf(name)),
    list: async () => new Set(await readdir(folder)),
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await rm(partialOf(pathOf(name)), { force: true })
    },
  }
}

/** Writes beside the path and renames the complete file. */
function createFileWriter(path: string): Writable {
  let file: FileHandle | null = null
  const close = async () => {
    await file?.close()
    file = null
  }
  return new Writable({
    construct(done) {
      open(partialOf(path), 'wx', 0o600)
        .then(opened => {
          file = opened
        })
        .then(() => done(), done)
    },
    write(bytes: Buffer, _encoding, done) {
      // `writeFile` continues at the position of the handle, and writes all bytes.
      Promise.resolve(file?.writeFile(bytes)).then(() => done(), done)
    },
    final(done) {
      Promise.resolve(file?.sync())
        .then(close)
        .then(() => rename(partialOf(path), path))
        .then(() => done(), done)
    },
    destroy(error, done) {
      const isComplete = this.writableFinished
      close()
        .then(() => (isComplete ? undefined : rm(partialOf(path), { force: true })))
        .then(
          () => done(error),
          () => done(error),
        )
    },
  })
}
