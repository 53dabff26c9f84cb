import { callApi } from '#client/platform/calls/callApi.ts'
import { withTimeout } from '#client/platform/calls/inTime.ts'
import { postNote, updateNote } from '#protocol/notes.ts'
import type { DeliveryCalls } from './note.delivery.ts'

/** `onChanged` hears of each save. */
export function deliveryCalls(onChanged: () => void): DeliveryCalls {
  return {
    async post(input) {
      const made = await callApi(postNote, input, withTimeout())
      onChanged()
      return made
    },
    async update(input) {
      const reply = await callApi(updateNote, input, withTimeout())
      if (reply.success) onChanged()
      return reply
    },
  }
}
