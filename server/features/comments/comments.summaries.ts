import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { ThreadWriters } from './threads.reading.ts'

/** Of these threads of a hub, by note, those in which others commented since the viewer last read them, or is in the hub. */
export async function newThreadsOf(
  { stores }: Context,
  { userNo }: Viewer,
  { hubNo, joinedAt }: { hubNo: number; joinedAt: Date },
  threads: ReadonlyMap<number, ThreadWriters>,
): Promise<Set<number>> {
  const newestOfOthers = new Map<number, number>()
  for (const [noteNo, writers] of threads) {
    const others = writers.filter(({ writerNo, postedAt }) => writerNo !== userNo && postedAt > joinedAt)
    if (others.length > 0) newestOfOthers.set(noteNo, Math.max(...others.map(({ newestNo }) => newestNo)))
  }
  if (newestOfOthers.size === 0) return new Set()
  const reads = await stores.commentReads.of(userNo, hubNo, [...newestOfOthers.keys()])
  const isNew = ([noteNo, newest]: [number, number]) => newest > (reads.get(noteNo) ?? 0)
  return new Set([...newestOfOthers].filter(isNew).map(([noteNo]) => noteNo))
}
