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
  summary: 'Blocks a user whom the caller looked up recently or shares a hub with.',
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
  summary: 'Unblocks a user.',
  request: z.object({ userNo: entityNo }),
  reply: done,
})

export const getBlocked = defineCall({
  method: 'POST',
  path: '/api/friends/getblocked',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns all users whom the caller has blocked, newest first.',
  request: z.object({}),
  reply: done.extend({ people: z.array(personSchema) }),
})
