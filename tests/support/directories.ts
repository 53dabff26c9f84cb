import { statfsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory; in a container it may be too small to be of use. */
const IN_MEMORY = '/dev/shm'
/** For the engines of all workers together, in bytes. */
const ENOUGH = 2 * 1024 ** 3

/**
 * A new empty directory for an engine's files: in memory where there is room, since every write that is acknowledged
 * waits for them. A killed process loses nothing there, as on a disk.
 */
export function engineDirectory(name: string): Promise<string> {
  return mkdtemp(join(roomInMemory() ? IN_MEMORY : tmpdir(), `geulmaru-${name}-`))
}

function roomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH
  } catch {
    return false
  }
}
