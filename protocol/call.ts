import type { z } from './schema.ts'
import type { TextKey } from './text/index.ts'

/** Who may call: anyone, signed-in users, or administrators (privilege above 0). */
export type Access = 'open' | 'member' | 'administrator'

/**
 * Rate limit classes. All calls of a class share the limits in `server/limits.ts`. `heavy`: costly for the database or the node.
 * `bulk`: takes longer with more data. `find`: sent while the user types. `download`: responses that clients may read slowly.
 * `lookUp`: discloses whether somebody is registered. `proof`: confirms a password.
 */
const limitClasses = [
  'read',
  'write',
  'heavy',
  'bulk',
  'find',
  'download',
  'lookUp',
  'signUp',
  'signIn',
  'proof',
  'mail',
  'upload',
  'picture',
] as const
export type LimitClass = (typeof limitClasses)[number]

/** How our client encodes a request. The server accepts JSON, urlencoded and multipart bodies for every call. */
type Encoding = 'json' | 'form' | 'none'

export interface Call {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  /** Also answered here for one release, and marked as deprecated in the API description. */
  formerPath?: `/api/${string}`
  access: Access
  limit: LimitClass
  encoding: Encoding
  /**
   * The specification puts the token into the body, as `authToken`; the header works as well. For all other member calls, the
   * server verifies the token in the header before it reads the body.
   */
  tokenInBody?: true
  /**
   * Allowed before a temporary password is replaced. Other member calls are rejected until then, and open calls treat the user as
   * a visitor.
   */
  beforePasswordChange?: true
  /**
   * Idempotent: a repeated request has no further effect and the same response. Our client retries such calls when a proxy
   * reports that the server is gone. It retries reads in any case.
   */
  isRepeatable?: true
  /** An English sentence for the generated API description. */
  summary: string
  request: z.ZodType
  /** `z.file()` if the response is a file instead of JSON. */
  reply: z.ZodType
  /** The `z.file()` field of a multipart request. */
  file?: FileField
}

export interface FileField {
  field: string
  bytesMax: number
  /** The message for larger files. */
  tooLarge: TextKey
}

/** Declares a REST call once; the server binds it, the client calls it, the API description is generated from it. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** Whether the call answers GET and HEAD, with its fields in the query and an ETag: every call that only reads. */
export function answersGet({ method, limit, tokenInBody }: Call): boolean {
  return method === 'GET' || (limit === 'read' && !tokenInBody)
}

/** The input of a caller. */
export type InputOf<C extends Call> = z.input<C['request']>
/** The parsed input of a handler. */
export type ParsedOf<C extends Call> = z.output<C['request']>
export type ReplyOf<C extends Call> = z.output<C['reply']>

/** Raised when an old client could misread a response or an event. The server then asks such clients to reload. */
export const PROTOCOL_VERSION = 1

/** Errors of a request. Rejections by the rules of the product have status 200. */
export const errorKinds = {
  invalid: { status: 400, sentence: 'error.invalid' },
  notSignedIn: { status: 401, sentence: 'error.notSignedIn' },
  forbidden: { status: 403, sentence: 'error.forbidden' },
  passwordChangeNeeded: { status: 403, sentence: 'error.passwordChangeNeeded' },
  notFound: { status: 404, sentence: 'error.notFound' },
  methodNotAllowed: { status: 405, sentence: 'error.methodNotAllowed' },
  /** The user has used up a quota. */
  quota: { status: 409, sentence: 'error.quota' },
  tooLarge: { status: 413, sentence: 'error.tooLarge' },
  tooMany: { status: 429, sentence: 'error.tooMany' },
  internal: { status: 500, sentence: 'error.internal' },
  unavailable: { status: 503, sentence: 'error.unavailable' },
} as const satisfies Record<string, { status: number; sentence: TextKey }>

export type ErrorCode = keyof typeof errorKinds

/**
 * The body of every response with status 400 or above. `field` is the invalid field of the request, if there is one. A client that
 * accepts `application/problem+json` gets the fields of RFC 9457 as well.
 */
export interface ErrorReply {
  success: false
  code: ErrorCode
  message: string
  field?: string
}
