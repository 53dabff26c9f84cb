import { defineCall } from './call.ts'
import { done } from './fields.ts'
import { z } from './schema.ts'

export const getCounts = defineCall({
  method: 'POST',
  path: '/api/admin/getcounts',
  access: 'administrator',
  limit: 'heavy',
  encoding: 'json',
  summary: 'How many people, notes and hubs there are, and how many sockets are open at all nodes.',
  request: z.object({}),
  reply: done.extend({
    people: z.number(),
    notes: z.number(),
    hubs: z.number(),
    /** Members' and visitors': about one for each open tab. */
    sockets: z.number(),
  }),
})
export type Counts = z.infer<typeof getCounts.reply>
