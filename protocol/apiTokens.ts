import { defineCall } from './call.ts'
import { done, personName, rejection, sent } from './fields.ts'
import { API_TOKEN_DAYS_MAX, API_TOKEN_NAME_MAX } from './limits.ts'
import { z } from './schema.ts'

/** API tokens: programs use some calls in the name of their user. `apiScopes.ts` lists the calls of each scope. */
export const API_SCOPES = ['read', 'write', 'share', 'comment'] as const
export type ApiScope = (typeof API_SCOPES)[number]

/** Where people read the API description. */
export const API_DOCS_PATH = '/api/docs'

/** So that scanners for leaked secrets recognize a token. */
export const API_TOKEN_PREFIX = 'gmt_'

const tokenId = sent(36)
export const apiTokenNameField = personName(
  'apiTokens.nameLength',
  { min: 1, max: API_TOKEN_NAME_MAX },
  'accounts.usernameHidden',
)

const apiTokenSchema = z.object({
  tokenId: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** ISO 8601, UTC. Expired tokens are not listed. */
  expiresAt: z.string(),
  /** To the minute. Null before the first use. */
  lastUsedAt: z.string().nullable(),
})
export type ApiTokenView = z.infer<typeof apiTokenSchema>
const apiTokens = done.extend({ tokens: z.array(apiTokenSchema) })

export const getApiTokens = defineCall({
  method: 'POST',
  path: '/api/token/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary: "Returns the user's API tokens, newest first, without the tokens themselves.",
  request: z.object({}),
  reply: apiTokens,
})

export const createApiToken = defineCall({
  method: 'POST',
  path: '/api/token/create',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary:
    'Creates an API token, after the password step. The response is the only one that contains the token.',
  request: z.object({
    name: apiTokenNameField,
    scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
    days: z.number().int().min(1).max(API_TOKEN_DAYS_MAX),
  }),
  reply: z.discriminatedUnion('success', [
    apiTokens.extend({ token: z.string() }),
    /** The user must first confirm the password (again). */
    rejection.extend({ authenticated: z.literal(false) }),
  ]),
})

export const removeApiToken = defineCall({
  method: 'POST',
  path: '/api/token/remove',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Removes an own API token, which stops working at once.',
  request: z.object({ tokenId }),
  reply: apiTokens,
})
