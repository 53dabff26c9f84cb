import * as calls from '#protocol/discussion.ts'
import { setReaction as setReactionCall } from '#protocol/reactions.ts'
import { markSeen as markSeenCall } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { seenView } from '#server/features/hubs/hubs.presenter.ts'
import { setReaction } from '#server/features/reactions/reactions.service.ts'
import { markSeen } from '#server/features/seen/seen.service.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listSharedNotes, pinNoteInHub } from './discussion.service.ts'

export function discussionRoutes(context: Context): Route[] {
  return [
    route(calls.getSharedNotes).handle(async ({ viewer, input }) => {
      const page = await listSharedNotes(context, viewer, input)
      const { items: notes, total, version, lastSeq, pinned, unreadOlder, pageIndex } = page
      const reply = { success: true as const, version, lastSeq, total, notes, pinned, pageIndex }
      return { ...reply, ...(unreadOlder && { unreadOlder }) }
    }),
    route(calls.pinInRoom).handle(async ({ viewer, input }) => {
      await pinNoteInHub(context, viewer, input)
      return { success: true }
    }),
    route(setReactionCall).handle(async ({ viewer, input }) => {
      const { version, empathy: reaction } = await setReaction(context, viewer, input)
      return { success: true, version, empathy: reaction }
    }),
    route(markSeenCall).handle(async ({ viewer, input: { hubNo, seqsJSON: seqs } }) => {
      const hub = await markSeen(context, viewer, { hubNo, seqs })
      return { success: true, ...seenView(hub, viewer.userNo) }
    }),
  ]
}
