import type { z } from 'zod'

/** Who may make a call: anyone, somebody signed in, or an administrator (privilege above 0). */
export type Access = 'open' | 'member' | 'administrator'

/** How our own client sends a request. The server takes JSON, urlencoded and multipart bodies for every call. */
export type Encoding = 'json' | 'form' | 'none'

export interface Call {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: Access
  encoding: Encoding
  /** One English sentence for the generated API description. */
  summary: string
  request: z.ZodType
  reply: z.ZodType
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
