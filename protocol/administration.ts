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

/** What is counted by day. */
export const countedKinds = ['people', 'notes', 'shares', 'comments', 'opinions'] as const
export type CountedKind = (typeof countedKinds)[number]

const dailyCountSchema = z.object({
  /** A day of Seoul, such as '2026-11-22'. */
  day: z.string(),
  people: z.number(),
  notes: z.number(),
  shares: z.number(),
  comments: z.number(),
  opinions: z.number(),
})
export type DailyCount = z.infer<typeof dailyCountSchema>

export const getDailyCounts = defineCall({
  method: 'POST',
  path: '/api/admin/getdailycounts',
  access: 'administrator',
  limit: 'read',
  encoding: 'json',
  summary: 'How much came to be on each of the last 30 days that are over in Seoul, the earliest first.',
  request: z.object({}),
  reply: done.extend({ days: z.array(dailyCountSchema) }),
})
