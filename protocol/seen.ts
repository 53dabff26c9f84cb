import { defineCall } from './call.ts'
import { done, entityNo, entityNos } from './fields.ts'
import { unreadSchema } from './hubs.ts'
import { SEEN_SEQS_MAX } from './limits.ts'
import { z } from './schema.ts'

/** A range of share `seq` numbers, both ends included. */
const seenRangeSchema = z.object({ from: z.number(), to: z.number() })
export type SeenRange = z.infer<typeof seenRangeSchema>

/** The seen shares of a member: all up to `readSeq`, and sorted, separate ranges above it. */
export const seenSchema = z.object({ readSeq: z.number(), seen: z.array(seenRangeSchema) })
export interface Seen {
  readSeq: number
  /** Absent if there are none. */
  seen?: readonly SeenRange[] | undefined
}

export function hasSeen({ readSeq, seen = [] }: Seen, seq: number): boolean {
  return seq <= readSeq || seen.some(({ from, to }) => from <= seq && seq <= to)
}

/** The lowest `seq` that may be unread. */
export function firstUnseen({ readSeq, seen = [] }: Seen): number {
  return seen.reduce((first, { from, to }) => (from <= first ? Math.max(first, to + 1) : first), readSeq + 1)
}

/** The gaps between the seen ranges, after `after` and before `before`. The last gap has no end. */
export function unseenGaps({ readSeq, seen = [] }: Seen): { after: number; before: number | null }[] {
  const gaps = []
  let after = readSeq
  for (const { from, to } of seen) {
    if (from > after + 1) gaps.push({ after, before: from })
    after = Math.max(after, to)
  }
  return [...gaps, { after, before: null }]
}

/** An unread count with the seen shares. Between two for the same hub, the higher revision is right. */
const seenInHub = unreadSchema.extend(seenSchema.shape)
export type SeenInHub = z.infer<typeof seenInHub>

export const markSeen = defineCall({
  method: 'POST',
  path: '/api/discussion/markseen',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Marks the shares of a hub that the caller has seen as read. The others stay unread.',
  request: z.object({ hubNo: entityNo, seqsJSON: entityNos(SEEN_SEQS_MAX) }),
  reply: done.extend(seenInHub.shape),
})
