import { defineCall } from './call.ts'
import { done, entityNo, fewLines, flag, rejection, sent } from './fields.ts'
import { PUBLIC_LINK_ID_LENGTH, TAKEDOWN_REASON_MAX } from './limits.ts'
import { z } from './schema.ts'

/** 128 random bits in base64url. Whoever knows them can read the note. */
const linkId = sent(PUBLIC_LINK_ID_LENGTH).regex(/^[\w-]{22}$/)

/**
 * The path of the public page of a note, of a series that of a part (from 1). It is no screen of the app: the server renders it without
 * scripts.
 */
export function publicLinkPath(id: string, place = 1): `/p/${string}` {
  return place === 1 ? `/p/${id}` : `/p/${id}/${place}`
}

const publicLinkSchema = z.object({
  noteNo: z.number(),
  linkId: z.string(),
  /** ISO 8601, UTC, like all times here. */
  since: z.string(),
  /** Search engines may show the page. */
  isIndexed: z.boolean(),
})
export type PublicLinkView = z.infer<typeof publicLinkSchema>

export const createPublicLink = defineCall({
  method: 'POST',
  path: '/api/publiclink/create',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Makes the saved text of an own note readable for everybody with the address, and returns it. Returns the existing ' +
    'one if the note is public. Rejected for a note whose link an administrator has taken down.',
  request: z.object({ noteNo: entityNo }),
  reply: z.discriminatedUnion('success', [done.extend({ link: publicLinkSchema }), rejection]),
})

export const endPublicLink = defineCall({
  method: 'POST',
  path: '/api/publiclink/end',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Ends the public link of an own note at once. A later link has another address.',
  request: z.object({ noteNo: entityNo }),
  reply: done,
})

export const indexPublicLink = defineCall({
  method: 'POST',
  path: '/api/publiclink/setindexed',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Sets whether search engines may show the public page of an own note.',
  request: z.object({ noteNo: entityNo, isIndexed: flag }),
  reply: done,
})

const listedLinkSchema = publicLinkSchema.extend({ title: z.string(), lastUpdate: z.string() })
export type ListedPublicLink = z.infer<typeof listedLinkSchema>

const takedownSchema = z.object({ noteNo: z.number(), reason: z.string() })

export const getPublicLinks = defineCall({
  method: 'POST',
  path: '/api/publiclink/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    "Returns all of the caller's public links, newest first, and the notes that may not become public again.",
  request: z.object({}),
  reply: done.extend({ links: z.array(listedLinkSchema), takenDown: z.array(takedownSchema) }),
})
export type PublicLinks = Pick<z.infer<typeof getPublicLinks.reply>, 'links' | 'takenDown'>

export const takedownReasonField = fewLines('publicLinks.checkReason', { min: 1, max: TAKEDOWN_REASON_MAX })

export const takeDownPublicLink = defineCall({
  method: 'POST',
  path: '/api/admin/takedownlink',
  access: 'administrator',
  limit: 'write',
  encoding: 'json',
  summary:
    'Ends a public link for good. The author learns the reason, and cannot make this note public again.',
  request: z.object({ linkId, reason: takedownReasonField }),
  reply: done,
})
