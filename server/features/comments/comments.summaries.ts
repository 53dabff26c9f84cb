import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.store.ts'

export interface ThreadNews {
  commentCount: number
  /** Others commented since the viewer last read the thread, or since they are in the hub. */
  hasNewComments: boolean
}

export const noComments: ThreadNews = { commentCount: 0, hasNewComments: false }

/** The threads of notes in a hub that the viewer is in, by note; notes without a comment are absent. */
export async function summarizeThreads(
  { stores }: Context,
  { userNo }: Viewer,
  { hubNo, members }: HubRecord,
  noteNos: readonly number[],
): Promise<Map<number, ThreadNews>> {
  const joinedAt = members.find(member => member.userNo === userNo)?.joinedAt ?? new Date(0)
  const [threads, reads] = await Promise.all([
    stores.comments.summaries(hubNo, noteNos, { userNo, joinedAt }),
    stores.commentReads.of(userNo, hubNo, noteNos),
  ])
  return new Map(
    [...threads].map(([noteNo, { count, newestOfOthers }]) => [
      noteNo,
      { commentCount: count, hasNewComments: newestOfOthers > (reads.get(noteNo) ?? 0) },
    ]),
  )
}
