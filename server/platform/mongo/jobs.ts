import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { COLLECTIONS } from './collections.ts'
import { defineSchema } from './schema.ts'

/**
 * An operation of several steps that must be completed once started, even after a crash. `entityNo` is the number of
 * its target.
 */
export type Job = { entityNo: number; userNo: number } & (
  | { kind: 'deleteTopic' | 'deleteNote' | 'postSuggestion' | 'deleteSuggestion' }
  /** `joinedAt` identifies one of several successive memberships. */
  | { kind: 'leaveHub'; joinedAt: Date; declines?: boolean; expels?: boolean }
  /** Restores what was deleted from `since` to `until`, and shares again what was deleted since `sharedSince`. */
  | { kind: 'restoreTopic'; since: Date; until?: Date; sharedSince: Date }
  /** `deleteContributions`: whether public contributions are deleted as well. */
  | { kind: 'deleteAccount'; deleteContributions?: boolean }
)
type JobRecord = Job & {
  _id: string
  /** Lease: until then a node is working on it. */
  takenUntil: Date
}

type JobKey = Pick<Job, 'kind' | 'entityNo'>
const keysOf = (jobs: readonly JobKey[]) => jobs.map(({ kind, entityNo }) => ({ kind, entityNo }))

/** Duration of a lease. */
const LEASE_MS = 60_000

const schema = defineSchema<JobRecord>(COLLECTIONS.jobs, {
  _id: String,
  kind: String,
  entityNo: Number,
  userNo: Number,
  joinedAt: Date,
  declines: Boolean,
  expels: Boolean,
  deleteContributions: Boolean,
  since: Date,
  until: Date,
  sharedSince: Date,
  takenUntil: Date,
})
schema.index({ takenUntil: 1 })
schema.index({ userNo: 1 })

/** Runs the steps of a job. They must be idempotent: after a crash they run again from the first. */
export type JobRunner = (job: Job) => Promise<void>

export function createJobs(connection: Connection, clock: () => Date) {
  const pending = connection.model('Job', schema)
  const newLease = () => new Date(clock().getTime() + LEASE_MS)

  async function insert(job: Job): Promise<string> {
    const id = randomUUID()
    await pending.create({ _id: id, ...job, takenUntil: newLease() })
    return id
  }

  async function runAndDelete(id: string, job: Job, runner: JobRunner): Promise<void> {
    // Renew the lease, so that no other node starts the job as well.
    const renewing = setInterval(() => {
      pending.updateOne({ _id: id }, { $set: { takenUntil: newLease() } }).catch(() => undefined)
    }, LEASE_MS / 3).unref()
    try {
      await runner(job)
    } finally {
      clearInterval(renewing)
    }
    await pending.deleteOne({ _id: id })
  }

  return {
    /** Stores the job, runs it and deletes it. */
    async run(job: Job, runner: JobRunner): Promise<void> {
      await runAndDelete(await insert(job), job, runner)
    },
    /** Runs the job and keeps it stored, so that it runs once more after the lease expires. */
    async runAndRepeat(job: Job, runner: JobRunner): Promise<void> {
      await insert(job)
      await runner(job)
    },
    /**
     * Runs jobs with an expired lease and returns their number. Call at startup and periodically. A failing job is kept
     * for the next call and does not block the others; rejects at the end with all failures.
     */
    async resume(runner: JobRunner): Promise<number> {
      const failures: unknown[] = []
      for (let resumed = 0; ; ) {
        const interrupted = await pending
          .findOneAndUpdate({ takenUntil: { $lte: clock() } }, { $set: { takenUntil: newLease() } })
          .lean()
        if (interrupted === null && failures.length > 0)
          throw new AggregateError(failures, 'unfinished work failed')
        if (interrupted === null) return resumed
        await runAndDelete(interrupted._id, interrupted, runner).then(
          () => (resumed += 1),
          error => failures.push(error),
        )
      }
    },
    /** The jobs among these that are stored: running or interrupted. */
    async findPending(userNo: number, jobs: readonly JobKey[]): Promise<JobKey[]> {
      if (jobs.length === 0) return []
      return pending.find({ userNo, $or: keysOf(jobs) }, { _id: 0, kind: 1, entityNo: 1 }).lean<JobKey[]>()
    },
    /**
     * Deletes jobs that the user has since reverted: resuming them would undo newer changes. A running job continues.
     */
    async cancel(userNo: number, jobs: readonly JobKey[]): Promise<void> {
      if (jobs.length > 0) await pending.deleteMany({ userNo, $or: keysOf(jobs) })
    },
    /** Expires all leases. For the startup of a single server, when no other node can be running a job. */
    async releaseAll(): Promise<void> {
      await pending.updateMany({ takenUntil: { $gt: clock() } }, { $set: { takenUntil: clock() } })
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>
