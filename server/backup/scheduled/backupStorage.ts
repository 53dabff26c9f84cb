import type { Readable, Writable } from 'node:stream'

/** Where scheduled backups are stored. */
export interface BackupStorage {
  /** For display, without secrets. */
  place: string
  /** Throws a StartupError if the settings are wrong; logs if the place is only unreachable. */
  check(): Promise<void>
  /** A stream whose content is stored under a new name once it has ended. Destroying it stores nothing. */
  create(name: string): Writable
  open(name: string): Promise<Readable>
  /** Names of all stored files. */
  list(): Promise<Set<string>>
  /** Also deletes what an interrupted write has left. Succeeds if nothing is stored under the name. */
  remove(name: string): Promise<void>
}

/** The storage does not do what it is asked to. The message is shown to administrators and contains no secret. */
export class StorageError extends Error {}
