import { callApi } from '#client/platform/calls/callApi.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import type { DeliveryCalls } from './note.delivery.ts'

/** A line that swallows everything is as good as none, in milliseconds. */
const ANSWERED_WITHIN_MS = 30_000

/** `onChanged` hears of each save. */
export function deliveryCalls(onChanged: () => void): DeliveryCalls {
  const inTime = () => ({ signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
  return {
    async post(input) {
      const made = await callApi(postNote, input, inTime())
      onChanged()
      return made
    },
    async update(input) {
      const reply = await callApi(updateNote, input, inTime())
      if (reply.success) onChanged()
      return reply
    },
  }
}
