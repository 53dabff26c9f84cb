import { callAndCacheUnread } from '#client/live/callAndCacheUnread.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import type { EventSource, LivePageParts } from '#client/live/livePage.ts'
import { takeSeen } from '#client/live/seen.ts'
import { setUnreadCounts } from '#client/live/unread.taking.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { InputOf } from '#protocol/call.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import { type DiscussionPage, discussionRules, pageOfAnswer } from './discussion.cache.ts'

/** How many notes a first page that is on the screen asks for again: those that wait, and those that are being read. */
const HELD = 3 * SHARED_NOTES_PER_PAGE

export const discussionKeys = {
  hub: (hubNo: number) => ['discussion', hubNo] as const,
  page: (hubNo: number, page: number) => [...discussionKeys.hub(hubNo), page] as const,
}

export interface DiscussionPlace {
  hubNo: number
  page: number
  myNo: number
}

/** A page of a hub's shared notes. */
export function discussionPage(
  { hubNo, page, myNo }: DiscussionPlace,
  events: EventSource<HubEvent> = hubEvents(hubNo),
  ask: (
    input: InputOf<typeof getSharedNotes>,
    options: { signal: AbortSignal },
  ) => Promise<SharedNotePage> = (...asked) => callApi(getSharedNotes, ...asked),
): LivePageParts<DiscussionPage, HubEvent> {
  return {
    ...discussionRules(myNo),
    queryKey: discussionKeys.page(hubNo, page),
    outdates: discussionKeys.hub(hubNo),
    events,
    async fetch(signal, shown) {
      const isGrown = page === 1 && shown() !== undefined
      const asked = { selectedHubNo: hubNo, curPageNo: page, ...(isGrown && { numberOfItemsPerPage: HELD }) }
      return pageOfAnswer(await ask(asked, { signal }))
    },
  }
}

/** Shares that the reader has had before their eyes. */
export async function tellSeen(hubNo: number, seqs: readonly number[]): Promise<void> {
  takeSeen(await callApi(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) }))
}

/** Everything that a hub holds by now. */
export async function readAll(hubNo: number): Promise<void> {
  setUnreadCounts([await callAndCacheUnread(markAsRead, { hubNo })])
}
