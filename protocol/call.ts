import type { z } from './schema.ts'
import type { TextKey } from './text/index.ts'

/** Who may make a call: anyone, somebody signed in, or an administrator (privilege above 0). */
export type Access = 'open' | 'member' | 'administrator'

/**
 * How often a call may be made: each class has its limits in `server/limits.ts`, which every call of it shares.
 * `read` and `write` for what screens do all the time; `heavy` for what costs the database or the node much; `bulk` for changes that take
 * longer the more hangs on what is changed; `find` for what is asked while somebody types; `download` for answers that may be slow to be
 * taken; `lookUp` for what tells whether somebody is registered; `signUp`, `signIn`, `proof`
 * (a password shown again), `mail`, `upload` and `picture`, of which a note may hold many.
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

/** How our own client sends a request. The server takes JSON, urlencoded and multipart bodies for every call. */
export type Encoding = 'json' | 'form' | 'none'

export interface Call {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: Access
  limit: LimitClass
  encoding: Encoding
  /**
   * The specification puts the token into the body, as `authToken`; the header counts, too. Of every other call for members
   * nothing is read before the header's token has proven to stand.
   */
  tokenInBody?: true
  /**
   * Whoever signed in with a temporary password may make it before there is a new one. Of every other call they may make
   * only those that are open to everybody, and are a visitor there.
   */
  beforePasswordChange?: true
  /**
   * Sent twice it does what it does once, and is answered alike. Our client sends it again by itself where a proxy says that its
   * server has gone; what only reads is asked again anyway.
   */
  isRepeatable?: true
  /** One English sentence for the generated API description. */
  summary: string
  request: z.ZodType
  /** `z.file()` for a call that is answered with a file instead of JSON. */
  reply: z.ZodType
  /** The one file that may come with the request, as a `z.file()` field of it; such a request is multipart. */
  file?: FileField
}

export interface FileField {
  field: string
  bytesMax: number
  /** What is said of a bigger one. */
  tooLarge: TextKey
}

/** Declares a REST call once; the server binds it, the client calls it, the API description is generated from it. */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** What a caller sends. */
export type InputOf<C extends Call> = z.input<C['request']>
/** What a handler receives, after parsing. */
export type ParsedOf<C extends Call> = z.output<C['request']>
export type ReplyOf<C extends Call> = z.output<C['reply']>
