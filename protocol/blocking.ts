import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo } from './fields.ts'
import { z } from './schema.ts'

/**
 * A blocked user cannot find the blocker or add them to a hub. Blocking is not disclosed, and does not remove anyone from a hub.
 */
export const blockPerson = defineCall({
  method: 'POST',
  path: '/api/friends/block',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Blocks somebody whom one found lately, or is in a hub with.',
  request: z.object({ userNo: entityNo }),
  reply: done,
})

export const unblockPerson = defineCall({
  method: 'POST',
  path: '/api/friends/unblock',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Blocks somebody no longer.',
  request: z.object({ userNo: entityNo }),
  reply: done,
})

export const getBlocked = defineCall({
  method: 'POST',
  path: '/api/friends/getblocked',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Everybody whom one has blocked, the last first.',
  request: z.object({}),
  reply: done.extend({ people: z.array(personSchema) }),
})
