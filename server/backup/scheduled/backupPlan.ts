import type { Connection } from 'mongoose'
import { type Counts, createCounts } from '#server/platform/metrics/metrics.ts'
import type { BackupStorage } from './backupStorage.ts'

/** The settings and the connection with which a node makes scheduled backups. */
export interface BackupPlan {
  connection: Connection
  storage: BackupStorage
  everyMs: number
  /** Backups of this node since startup. */
  counts: Counts<'done' | 'failed'>
  stopping: AbortSignal
  /** Ends a running backup, for a shutdown. Another node takes over. */
  stop(): void
}

export function createBackupPlan(parts: Pick<BackupPlan, 'connection' | 'storage' | 'everyMs'>): BackupPlan {
  const stopping = new AbortController()
  return { ...parts, counts: createCounts(), stopping: stopping.signal, stop: () => stopping.abort() }
}
