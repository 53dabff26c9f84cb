import type { NewsCount } from '#protocol/inbox.ts'
import type { Context } from '#server/context.ts'

/**
 * Tells each how many of their entries are new. They are counted after the revision was taken: of two numbers the one with the
 * higher revision is right.
 */
export async function announceNumbers(context: Context, userNos: readonly number[]): Promise<void> {
  if (userNos.length === 0) return
  const { stores, counters, live, clock } = context
  const revision = await counters.next('newsRevision')
  const counts = await stores.news.countNew(userNos, clock())
  live.tellEach(
    'inbox:changed',
    [...counts].map(([userNo, count]) => [[userNo], { count, revision }]),
  )
}

/** Read after the revision, so the number holds at least all up to it. */
export async function countNews({ stores, counters, clock }: Context, userNo: number): Promise<NewsCount> {
  const revision = await counters.last('newsRevision')
  const counts = await stores.news.countNew([userNo], clock())
  return { count: counts.get(userNo) ?? 0, revision }
}
