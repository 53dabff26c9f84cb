import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo } from './fields.ts'
import { z } from './schema.ts'

/**
 * Who is blocked does not find the one who blocked them, and puts them into no room. It is told to nobody, and takes nobody
 * out of a room.
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
