import type { Request, RequestHandler, Response, Router } from 'express'
import { isAdministrator, type Viewer } from '#protocol/access.ts'
import type { Access, Call, ParsedOf, ReplyOf } from '#protocol/call.ts'
import { readBody } from './body.ts'
import { forbidden, invalid, notSignedIn } from './errors.ts'
import { languageOf } from './language.ts'
import { type Say, sayIn } from './say.ts'
import type { Session, SessionGate } from './session.ts'

type ViewerFor<A extends Access> = A extends 'open' ? Viewer | null : Viewer

type SessionIdFor<A extends Access> = A extends 'open' ? string | undefined : string

/** One parsed request. `token` is what the caller showed, whether or not it stands. */
export interface Asked<C extends Call = Call> {
  viewer: ViewerFor<C['access']>
  /** Tells one sign-in of a person from another. */
  sessionId: SessionIdFor<C['access']>
  token: string | undefined
  input: ParsedOf<C>
  say: Say
}

/** A call and who answers it. */
export interface Route {
  call: Call
  answer(asked: Asked): Promise<unknown>
}

/** `route(call).answer(handler)`: two steps, so that the handler is checked against this call's reply alone. */
export function route<const C extends Call>(call: C) {
  return {
    answer: (answer: (asked: Asked<C>) => Promise<ReplyOf<C>>): Route => ({
      call,
      answer: answer as Route['answer'],
    }),
  }
}

/** Binds calls to Express: decode the body, find the session, ask who may, parse, answer. The only way in. */
export function serve(router: Router, routes: readonly Route[], gate: SessionGate): void {
  for (const { call, answer } of routes) {
    const handle: RequestHandler = async (request, response) => {
      const say = sayIn(languageOf(request))
      const token = tokenOf(request)
      const session = await gate.find(token)
      const viewer = admit(call.access, session)
      const parsed = call.request.safeParse(call.method === 'GET' ? request.query : (request.body ?? {}))
      if (!parsed.success) throw invalid(parsed.error.issues[0])
      send(response, await answer({ viewer, sessionId: session?.tokenId, token, input: parsed.data, say }))
    }
    if (call.method === 'GET') router.get(call.path, handle)
    else router.post(call.path, readBody, handle)
  }
}

function admit(access: Access, session: Session | null): Viewer | null {
  if (access === 'open') return session?.viewer ?? null
  if (session === null) throw notSignedIn()
  if (access === 'administrator' && !isAdministrator(session.viewer)) throw forbidden()
  return session.viewer
}

/** The specification's header `authData`; `Authorization: Bearer` works, too. */
function tokenOf(request: Request): string | undefined {
  return request.get('authData') ?? request.get('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
}

function send(response: Response, reply: unknown): void {
  response.set('Cache-Control', 'no-store').json(reply)
}
