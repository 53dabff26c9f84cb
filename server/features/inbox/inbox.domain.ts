import type { Viewer } from '#protocol/access.ts'
import type { NewsFilter } from '#protocol/inbox.ts'
import { NEWS_PER_PAGE } from '#protocol/limits.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { announceNumbers } from './inbox.events.ts'
import { type FoundNews, isReadable } from './news.finding.ts'
import type { NewsPlace } from './news.store.ts'

interface InboxList {
  found: FoundNews[]
  next: NewsPlace | null
}

/**
 * What cannot be told any more is deleted when it is met: a crash, or two changes in the same moment, may have left it.
 */
export async function listNews(
  context: Context,
  { userNo }: Viewer,
  { after, only }: { after?: NewsPlace | undefined; only?: NewsFilter | undefined },
): Promise<InboxList> {
  const { stores, clock } = context
  const all = await stores.news.page(userNo, { after, only, limit: NEWS_PER_PAGE + 1, now: clock() })
  const page = all.slice(0, NEWS_PER_PAGE)
  const leftBehind = page.filter(found => !isReadable(found))
  if (leftBehind.length > 0) {
    await stores.news.deleteThings(
      userNo,
      leftBehind.map(({ thing }) => thing),
    )
    await announceNumbers(context, [userNo])
  }
  return {
    found: page.filter(isReadable),
    next: all.length > NEWS_PER_PAGE ? (page.at(-1) ?? null) : null,
  }
}

export async function seeThing(context: Context, { userNo }: Viewer, thing: string): Promise<void> {
  if (await context.stores.news.seeThing(userNo, thing)) await announceNumbers(context, [userNo])
}

export async function seeAll(context: Context, { userNo }: Viewer, upTo: Date): Promise<void> {
  if (await context.stores.news.seeAll(userNo, upTo)) await announceNumbers(context, [userNo])
}

/** Of what somebody has no entry nothing changes: so nobody learns anything of a room that is not theirs. */
export async function seeThread(
  context: Context,
  { userNo }: Viewer,
  {
    hubNo,
    noteNo,
    commentNo = NOTE_ITSELF,
  }: { hubNo: number; noteNo: number; commentNo?: number | undefined },
): Promise<void> {
  const wasNew = await context.stores.news.seeThread(userNo, hubNo, noteNo, commentNo)
  if (wasNew) await announceNumbers(context, [userNo])
}
