import * as calls from '#protocol/discussion.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { pinNoteInHub } from './discussion.pins.ts'
import { listSharedNotes } from './discussion.service.ts'

export function discussionRoutes(context: Context): Route[] {
  return [
    route(calls.getSharedNotes).answer(async ({ viewer, input }) => {
      const page = await listSharedNotes(context, viewer, input)
      const { items: notes, total, version, lastSeq, pinned, unreadOlder, pageIndex } = page
      const reply = { success: true as const, version, lastSeq, total, notes, pinned, pageIndex }
      return { ...reply, ...(unreadOlder && { unreadOlder }) }
    }),
    route(calls.pinInRoom).answer(async ({ viewer, input }) => {
      await pinNoteInHub(context, viewer, input)
      return { success: true }
    }),
  ]
}
