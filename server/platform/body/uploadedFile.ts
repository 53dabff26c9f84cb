import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An uploaded file. Its bytes are on disk until the response is sent. */
export class UploadedFile extends File {
  readonly path: string

  /** @param size in bytes. */
  constructor(path: string, size: number) {
    super([], '')
    this.path = path
    Object.defineProperty(this, 'size', { value: size })
  }
}

/** Path of an uploaded file. */
export function pathOf(file: File): string {
  if (!(file instanceof UploadedFile)) throw new Error('this file did not come with a request')
  return file.path
}

/** Temporary directory of this process, created by the first upload. */
export function createUploadDirectory() {
  let made: Promise<string> | undefined
  return {
    async newPath(): Promise<string> {
      made ??= mkdtemp(join(tmpdir(), 'geulmaru-uploads-'))
      const directory = await made.catch(error => {
        // The next upload tries again; the disk may have been full.
        made = undefined
        throw error
      })
      // The operating system may have deleted an old temporary directory.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return join(directory, randomUUID())
    },
    async remove(): Promise<void> {
      const directory = await made?.catch(() => undefined)
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}

export type UploadDirectory = ReturnType<typeof createUploadDirectory>
