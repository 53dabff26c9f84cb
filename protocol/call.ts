import type { z } from 'zod'

/** Who may make a call: anyone, somebody signed in, or an administrator (privilege above 0). */
export type Access = 'open' | 'member' | 'administrator'

/** How our own client sends a request. The server takes JSON, urlencoded and multipart bodies for every call. */
export type Encoding = 'json' | 'form' | 'none'

export interface Call<Request extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  access: Access
  encoding: Encoding
  /** One English sentence for the generated API description. */
  summary: string
  request: Request
  reply: Reply
}

/** Declares a REST call once; the server binds it, the client calls it, the API description is generated from it. */
export function defineCall<Request extends z.ZodType, Reply extends z.ZodType>(
  call: Call<Request, Reply>,
): Call<Request, Reply> {
  return call
}

/** What a caller sends. */
export type InputOf<C extends Call> = z.input<C['request']>
/** What a handler receives, after parsing. */
export type ParsedOf<C extends Call> = z.output<C['request']>
export type ReplyOf<C extends Call> = z.output<C['reply']>
