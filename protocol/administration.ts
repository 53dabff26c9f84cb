import { personSchema } from './accounts.ts'
import { defineCall } from './call.ts'
import { done, entityNo, flag, itemsPerPage, line, pageNo, rejection } from './fields.ts'
import { AUDIT_ENTRIES_PER_PAGE, PEOPLE_LOOKED_UP_MAX, SEARCH_QUERY_MAX } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

export const getCounts = defineCall({
  method: 'POST',
  path: '/api/admin/getcounts',
  access: 'administrator',
  limit: 'heavy',
  encoding: 'json',
  summary: 'Returns the number of users, notes, hubs, and open sockets of all nodes.',
  request: z.object({}),
  reply: done.extend({
    people: z.number(),
    notes: z.number(),
    hubs: z.number(),
    /** Sockets of members and visitors, about one per open tab. */
    sockets: z.number(),
  }),
})
export type Counts = z.infer<typeof getCounts.reply>

/** The daily counts. */
export const countedKinds = ['people', 'notes', 'shares', 'comments', 'opinions'] as const
export type CountedKind = (typeof countedKinds)[number]

const dailyCountSchema = z.object({
  /** A day in Seoul, such as '2026-11-22'. */
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
  summary: 'Returns what was created on each of the last 30 complete days in Seoul, oldest first.',
  request: z.object({}),
  reply: done.extend({ days: z.array(dailyCountSchema) }),
})

/** `warning` needs a look; `off` is not configured. */
const partStates = ['good', 'warning', 'off'] as const
export type PartState = (typeof partStates)[number]

const partSchema = z.object({ state: z.enum(partStates) })
/** Null if the part did not answer in time. */
const latencyMs = z.number().nullable()

const statusSchema = z.object({
  /** The node that has answered. */
  node: partSchema.extend({ nodeId: z.string(), release: z.string(), uptimeS: z.number() }),
  /** The other nodes that it hears from; the last known ones while Redis does not answer. */
  nodes: partSchema.extend({
    /** The release is null if a node of an earlier release does not tell it. */
    others: z.array(z.object({ nodeId: z.string(), release: z.string().nullable() })),
  }),
  database: partSchema.extend({
    isEmbedded: z.boolean(),
    latencyMs,
    /** Data and indexes on the disk; null if unknown. */
    bytes: z.number().nullable(),
  }),
  redis: partSchema.extend({ latencyMs }),
  /** The disk of the data directory; null if it could not be read. */
  disk: partSchema.extend({ freeBytes: z.number().nullable(), totalBytes: z.number().nullable() }),
  mail: partSchema,
  push: partSchema,
  backup: partSchema.extend({
    /** The latest verified backup; null without one, or if the database did not answer. */
    latest: z
      .object({ at: z.string(), bytes: z.number(), place: z.string(), verifiedAt: z.string() })
      .nullable(),
    /** The failure since then, without secrets; null if there is none. */
    failure: z.object({ at: z.string(), reason: z.string() }).nullable(),
    /** Whether the latest backup is older than two periods. */
    isLate: z.boolean(),
  }),
})
export type ServerStatus = z.infer<typeof statusSchema>

export const getStatus = defineCall({
  method: 'POST',
  path: '/api/admin/getstatus',
  access: 'administrator',
  limit: 'heavy',
  encoding: 'json',
  summary:
    'Returns the state of the answering node and of what it needs: other nodes, database, Redis, disk, mail, push and ' +
    'backups. A part that does not answer within some seconds is a warning. Contains no secrets.',
  request: z.object({}),
  reply: done.extend(statusSchema.shape),
})

/** Part of a name or an e-mail. */
export const peopleQueryField = line('suspension.findQuery', { max: SEARCH_QUERY_MAX })

/** A user as administrators see them, without any written text and with a masked e-mail. */
const supervisedSchema = personSchema.extend({
  /** Masked: 'ji•••@example.com'. */
  email: z.string(),
  isAdministrator: z.boolean(),
  /** ISO 8601, UTC, like all times here. */
  joinedAt: z.string(),
  /** Null if the user is not suspended. */
  suspendedAt: z.string().nullable(),
  /** The number of sessions. */
  sessions: z.number(),
  /** The last use of a session, to the minute; null without sessions. */
  lastSeen: z.string().nullable(),
})
export type AdminUserView = z.infer<typeof supervisedSchema>

export const lookUpPeople = defineCall({
  method: 'POST',
  path: '/api/admin/findpeople',
  access: 'administrator',
  limit: 'find',
  encoding: 'form',
  summary:
    `Finds users whose name or e-mail contains a text, newest first, at most ${PEOPLE_LOOKED_UP_MAX}. Without a text: all ` +
    'users.',
  request: z.object({
    query: peopleQueryField.default(''),
    /** Returns only suspended users. */
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
    'Suspends a user or lifts the suspension. A suspended user is signed out everywhere and cannot sign in; their ' +
    'invite links end, and their shares stay. Rejected for the caller and for the last administrator.',
  request: z.object({ userNo: entityNo, isSuspended: flag }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

export const endSessionsOf = defineCall({
  method: 'POST',
  path: '/api/admin/endsessions',
  access: 'administrator',
  limit: 'write',
  encoding: 'json',
  summary: 'Signs another user out everywhere.',
  request: z.object({ userNo: entityNo }),
  reply: z.discriminatedUnion('success', [done, rejection]),
})

/** Actions in the audit log. */
const auditKinds = [
  'suspended',
  'lifted',
  'signedOut',
  'settledReport',
  'tookDownLink',
  'answeredOpinion',
  'deletedOpinion',
  'postedNotice',
  'changedNotice',
  'deletedNotice',
] as const
export type AuditKind = (typeof auditKinds)[number]

const auditEntrySchema = z.object({
  kind: z.enum(auditKinds),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The administrator; empty if the account was deleted. */
  by: z.string(),
  /** The affected user; empty if there is none. */
  about: z.string(),
  /** The number of the report, the suggestion or the notice; null if there is none. */
  thingNo: z.number().nullable(),
})
export type AuditEntryView = z.infer<typeof auditEntrySchema>

export const getAuditLog = defineCall({
  method: 'POST',
  path: '/api/admin/getlog',
  access: 'administrator',
  limit: 'read',
  encoding: 'form',
  summary:
    'Returns a page of administrator actions of the last year and their subjects, newest first, without user-written ' +
    'text and without reports about the caller.',
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(AUDIT_ENTRIES_PER_PAGE) }),
  reply: done.extend({ itemList: z.array(auditEntrySchema), pageIndex: pageIndexSchema, total: z.number() }),
})
export type AuditLogPage = z.infer<typeof getAuditLog.reply>
