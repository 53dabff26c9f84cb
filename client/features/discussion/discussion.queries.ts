import { hubEvents } from '#client/live/hubEvents.ts'
import type { EventSource, LivePageParts } from '#client/live/livePage.ts'
import { takeUnread } from '#client/live/unread.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { InputOf } from '#protocol/call.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
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
      const isGrown = page === 1 && shown !== undefined
      const asked = { selectedHubNo: hubNo, curPageNo: page, ...(isGrown && { numberOfItemsPerPage: HELD }) }
      return pageOfAnswer(await ask(asked, { signal }))
    },
  }
}

/** Up to the share that was seen; 0 stands for a hub without shares of others. */
export async function readUpTo(hubNo: number, seq: number): Promise<void> {
  const reply = await callApi(markAsRead, { hubNo, ...(seq > 0 && { seq }) })
  takeUnread([reply, ...reply.hubs])
}
