import type { Request, RequestHandler, Response, Router } from 'express'
import type { z } from 'zod'
import { isAdministrator, type Viewer } from '#protocol/access.ts'
import type { Access, Call, ParsedOf, ReplyOf } from '#protocol/call.ts'
import type { Language } from '#protocol/text/index.ts'
import { readBody } from './body.ts'
import { Download, sendDownload } from './download.ts'
import { forbidden, invalid, notSignedIn } from './errors.ts'
import { languageOf } from './language.ts'
import { createRateLimiter, type RateLimiterParts } from './rateLimit.ts'
import { type Say, sayIn } from './say.ts'
import type { Session, SessionGate } from './session.ts'

type Admitted<A extends Access, Thing> = A extends 'open' ? Thing | null : Thing

/** One parsed request. `token` is what the caller showed, whether or not it stands. */
export interface Asked<C extends Call = Call> {
  viewer: Admitted<C['access'], Viewer>
  session: Admitted<C['access'], Session>
  token: string | undefined
  input: ParsedOf<C>
  language: Language
  say: Say
  /** What the caller's program calls itself. */
  userAgent: string
}

/** A call whose reply is a file answers with a Download. */
type AnswerOf<C extends Call> = C['reply'] extends z.ZodFile ? Download : ReplyOf<C>

/** A call and who answers it. */
export interface Route {
  call: Call
  answer(asked: Asked): Promise<unknown>
}

/** `route(call).answer(handler)`: two steps, so that the handler is checked against this call's reply alone. */
export function route<const C extends Call>(call: C) {
  return {
    answer: (answer: (asked: Asked<C>) => Promise<AnswerOf<C>>): Route => ({
      call,
      answer: answer as Route['answer'],
    }),
  }
}

export interface ServeParts {
  routes: readonly Route[]
  gate: SessionGate
  limiting: RateLimiterParts
}

/** Binds calls to Express: limits, body, session, who may, parse, answer. The only way in. */
export function serve(router: Router, { routes, gate, limiting }: ServeParts): void {
  for (const { call, answer } of routes) {
    const limiter = createRateLimiter(call, limiting)
    const handle: RequestHandler = async (request, response) => {
      const language = languageOf(request)
      const fields = call.method === 'GET' ? request.query : (request.body ?? {})
      const token = tokenOf(request)
      const session = admit(call.access, await gate.find(token))
      const parsed = call.request.safeParse(fields)
      if (!parsed.success) throw invalid(parsed.error.issues[0])
      const viewer = session?.viewer ?? null
      await limiter.count(request, response, { viewerNo: viewer?.userNo, email: emailIn(fields) })
      const userAgent = request.get('User-Agent') ?? ''
      const asked = { viewer, session, token, input: parsed.data, language, say: sayIn(language), userAgent }
      await send(response, await answer(asked as Asked))
    }
    if (call.method === 'GET') router.get(call.path, ...limiter.admitAddress, handle)
    else router.post(call.path, ...limiter.admitAddress, readBody(call.file), handle)
  }
}

function admit(access: Access, session: Session | null): Session | null {
  if (access === 'open') return session
  if (session === null) throw notSignedIn()
  if (access === 'administrator' && !isAdministrator(session.viewer)) throw forbidden()
  return session
}

/** The specification's header `authData`, or its field `authToken`; `Authorization: Bearer` works, too. */
function tokenOf(request: Request): string | undefined {
  const inHeader = request.get('authData') ?? request.get('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
  const inBody = request.body?.authToken
  return inHeader ?? (typeof inBody === 'string' ? inBody : undefined)
}

function emailIn({ email }: Record<string, unknown>): string | undefined {
  return typeof email === 'string' ? email : undefined
}

async function send(response: Response, reply: unknown): Promise<void> {
  response.set('Cache-Control', 'no-store')
  if (reply instanceof Download) await sendDownload(response, reply)
  else response.json(reply)
}
