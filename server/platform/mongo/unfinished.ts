import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { defineSchema } from './schema.ts'

/** Work of several steps that must be finished once begun, by whoever: the entity's number says on what. */
export type Work = { entityNo: number; userNo: number } & (
  | { kind: 'deleteTopic' | 'deleteNote' | 'postSuggestion' | 'deleteSuggestion' }
  /** Of several memberships of a user in a hub, one after the other, it is one. */
  | { kind: 'leaveHub'; joinedAt: Date; declines?: boolean; expels?: boolean }
  /** What was deleted since then; `sharedSince`: of which what was deleted since then is shared again. */
  | { kind: 'restoreTopic'; since: Date; sharedSince: Date }
  /** Also what it said in public, or not. */
  | { kind: 'deleteAccount'; deleteContributions?: boolean }
)
type WorkRecord = Work & {
  _id: string
  /** While in the future, somebody is on it. */
  takenUntil: Date
}

type NamedWork = Pick<Work, 'kind' | 'entityNo'>
const named = (works: readonly NamedWork[]) => works.map(({ kind, entityNo }) => ({ kind, entityNo }))

/** How long one who took the work is left alone with it. */
const TAKEN_MS = 60_000

const schema = defineSchema<WorkRecord>('pending', {
  _id: String,
  kind: String,
  entityNo: Number,
  userNo: Number,
  joinedAt: Date,
  declines: Boolean,
  expels: Boolean,
  deleteContributions: Boolean,
  since: Date,
  sharedSince: Date,
  takenUntil: Date,
})
schema.index({ takenUntil: 1 })
schema.index({ userNo: 1 })

/** Steps are safe to repeat: a crash between them leads to their being run again from the first. */
export type Steps = (work: Work) => Promise<void>

export function createUnfinishedWork(connection: Connection, clock: () => Date) {
  const pending = connection.model('Pending', schema)
  const takenUntil = () => new Date(clock().getTime() + TAKEN_MS)

  async function noteDown(work: Work): Promise<string> {
    const id = randomUUID()
    await pending.create({ _id: id, ...work, takenUntil: takenUntil() })
    return id
  }

  async function finish(id: string, work: Work, steps: Steps): Promise<void> {
    // Or somebody else would begin it, too, while it still goes on.
    const renewing = setInterval(() => {
      pending.updateOne({ _id: id }, { $set: { takenUntil: takenUntil() } }).catch(() => undefined)
    }, TAKEN_MS / 3).unref()
    try {
      await steps(work)
    } finally {
      clearInterval(renewing)
    }
    await pending.deleteOne({ _id: id })
  }

  return {
    /** Notes the work down, does it, strikes it off. */
    async run(work: Work, steps: Steps): Promise<void> {
      await finish(await noteDown(work), work, steps)
    },
    /** Does the work and leaves it noted down, so that it is done once more when it was left alone for a while. */
    async runAndRepeat(work: Work, steps: Steps): Promise<void> {
      await noteDown(work)
      await steps(work)
    },
    /**
     * Finishes what a crash left behind, and returns how many works that were. Run at start-up and from time to time. Work that fails
     * again stays for the next time and does not keep the rest from its turn: rejects at the end, with all that failed.
     */
    async resume(steps: Steps): Promise<number> {
      const failures: unknown[] = []
      for (let resumed = 0; ; ) {
        const left = await pending
          .findOneAndUpdate({ takenUntil: { $lte: clock() } }, { $set: { takenUntil: takenUntil() } })
          .lean()
        if (left === null && failures.length > 0) throw new AggregateError(failures, 'unfinished work failed')
        if (left === null) return resumed
        await finish(left._id, left, steps).then(
          () => (resumed += 1),
          error => failures.push(error),
        )
      }
    },
    /** Which of these somebody has begun: they go on, or were cut off. */
    async begun(userNo: number, works: readonly NamedWork[]): Promise<NamedWork[]> {
      if (works.length === 0) return []
      return pending.find({ userNo, $or: named(works) }, { _id: 0, kind: 1, entityNo: 1 }).lean<NamedWork[]>()
    },
    /**
     * Somebody wants the contrary by now: what was cut off is not taken up again, or it would undo what they did since. Who is on
     * it just now goes on.
     */
    async giveUp(userNo: number, works: readonly NamedWork[]): Promise<void> {
      if (works.length > 0) await pending.deleteMany({ userNo, $or: named(works) })
    },
    /** At start-up of the only server on this data: nobody else can be on anything. */
    async releaseAll(): Promise<void> {
      await pending.updateMany({ takenUntil: { $gt: clock() } }, { $set: { takenUntil: clock() } })
    },
  }
}

export type UnfinishedWork = ReturnType<typeof createUnfinishedWork>
