import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo, flag, line, rejection } from './fields.ts'
import { SEARCH_QUERY_MAX } from './limits.ts'
import { z } from './schema.ts'

/** Of a name or an e-mail. */
export const peopleQueryField = line('suspension.findQuery', { max: SEARCH_QUERY_MAX })

/** Somebody as administrators see them: nothing that they wrote, and of their e-mail what tells two people apart. */
const supervisedSchema = personSchema.extend({
  /** Masked: 'ji•••@example.com'. */
  email: z.string(),
  isAdministrator: z.boolean(),
  /** ISO 8601, UTC, as all times here. */
  joinedAt: z.string(),
  /** Null: not suspended. */
  suspendedAt: z.string().nullable(),
  /** In how many places they are signed in now. */
  sessions: z.number(),
  /** When one of these was in use, true to the minute; null when there is none. */
  lastSeen: z.string().nullable(),
})
export type SupervisedView = z.infer<typeof supervisedSchema>

export const lookUpPeople = defineCall({
  method: 'POST',
  path: '/api/admin/findpeople',
  access: 'administrator',
  limit: 'find',
  encoding: 'form',
  summary:
    'People whose name or e-mail has a text, who came last first, no more than FOUND_PEOPLE_MAX. Without a text: all.',
  request: z.object({
    query: peopleQueryField.default(''),
    /** Those who are suspended alone. */
    onlySuspended: flag.default(false),
  }),
  reply: done.extend({ people: z.array(supervisedSchema) }),
})
export type FoundPeople = z.infer<typeof lookUpPeople.reply>

export const suspendPerson = defineCall({
  method: 'POST',
  path: '/api/admin/suspend',
  access: 'administrator',
  limit: 'write',
  encoding: 'json',
  summary:
    'Suspends somebody, or lifts that. Whoever is suspended is signed out everywhere, cannot sign in, and their links into ' +
    'rooms end; what they shared stays. Refused for oneself and for the last administrator.',
  request: z.object({ userNo: entityNo, isSuspended: flag }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const endSessionsOf = defineCall({
  method: 'POST',
  path: '/api/admin/endsessions',
  access: 'administrator',
  limit: 'write',
  encoding: 'json',
  summary: 'Signs somebody else out everywhere.',
  request: z.object({ userNo: entityNo }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})
