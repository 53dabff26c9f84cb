import type { Request, RequestHandler, Response, Router } from 'express'
import type { z } from 'zod'
import { isAdministrator, type Viewer } from '#protocol/access.ts'
import type { Access, Call, LimitClass, ParsedOf, ReplyOf } from '#protocol/call.ts'
import type { Language } from '#protocol/text/languages.ts'
import { addressKey } from './address.ts'
import type { Fields } from './body/fields.ts'
import { removeFiles, type UploadSender } from './body/multipart.ts'
import type { BodyReader } from './body/readBody.ts'
import { type Cookies, cookiesOf } from './cookies.ts'
import { Download, sendDownload } from './download.ts'
import { codeOf } from './errorHandler.ts'
import { forbidden, invalid, notSignedIn, passwordChangeNeeded, storageFull } from './errors.ts'
import { languageOf } from './language.ts'
import { createPlaces, type Places } from './limits/concurrency.ts'
import { type CallTurns, createRateLimits, type RateLimitParts, type Whom } from './limits/rateLimit.ts'
import { type Metrics, measureCall } from './metrics/metrics.ts'
import { headerOfProxy, requestIdOf } from './requestIdMiddleware.ts'
import { type Say, sayIn } from './say.ts'
import type { Session, SessionGate } from './session.ts'
import type { TracedCall, Traces } from './traces/traces.ts'

/** What people write. Signing in takes little, and who cannot write may still read. */
const TAKES_ROOM: ReadonlySet<LimitClass> = new Set(['write', 'bulk', 'signUp', 'upload', 'picture'])

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
  /** Where the caller is; an IPv6 household is one address. */
  address: string
  cookies: Cookies
}

/** A call whose reply is a file answers with a Download. */
type AnswerOf<C extends Call> = C['reply'] extends z.ZodFile ? Download : ReplyOf<C>

/** A call and who answers it. */
export interface Route {
  call: Call
  answer(asked: Asked): Promise<unknown>
  /**
   * Of a call with a file that anybody may make: whether what was said before the file is good enough for it to be taken.
   * Without it only somebody signed in may send one.
   */
  canUpload?(input: unknown): Promise<boolean>
}

/** `route(call).answer(handler)`: two steps, so that the handler is checked against this call's reply alone. */
export function route<const C extends Call>(call: C) {
  return {
    answer: (
      answer: (asked: Asked<C>) => Promise<AnswerOf<C>>,
      canUpload?: (input: ParsedOf<C>) => Promise<boolean>,
    ): Route => ({
      call,
      answer: answer as Route['answer'],
      ...(canUpload && ({ canUpload } as Pick<Route, 'canUpload'>)),
    }),
  }
}

export interface ServeParts {
  routes: readonly Route[]
  gate: SessionGate
  limiting: RateLimitParts
  /** Of requests that take turns of their own, in place of their class's. */
  turns: readonly CallTurns[]
  /** How long a call with `atOnce` waits for its turn. */
  waitMs: number
  bodies: BodyReader
  /** Whether what people write finds room on the disk. */
  hasRoom: () => boolean
  metrics: Metrics
  /** Null where nobody wants them. */
  traces: Traces | null
}

/**
 * Binds calls to Express. The only way in, in this order: how often this address asks, whose token the header holds, who may
 * make the call, how often they do, and only then the body, its form, the call's own limits, the answer.
 */
export function serve(
  router: Router,
  { routes, gate, limiting, turns, waitMs, bodies, hasRoom, metrics, traces }: ServeParts,
): void {
  const limiterOf = createRateLimits(limiting)
  const turnsOfClass = new Map<string, Places>()
  const ownTurns = new Map(
    turns.map(({ call, onlyWith, atOnce }) => [
      call.path,
      { onlyWith, inTurn: createPlaces({ ...atOnce, waitMs }) },
    ]),
  )
  const handlers = new Map<string, RequestHandler>()
  for (const [name, { atOnce }] of Object.entries(limiting.classes))
    if (atOnce) turnsOfClass.set(name, createPlaces({ ...atOnce, waitMs }))

  for (const { call, answer, canUpload } of routes) {
    const limiter = limiterOf(call)
    const ofClass = turnsOfClass.get(call.limit) ?? withoutTurn
    const own = ownTurns.get(call.path)
    const turnFor = (input: unknown) => (own && brings(input, own.onlyWith) ? own.inTurn : ofClass)

    /** Whose request it is; throws for who may not make the call. */
    async function admit(token: string | undefined, whom: Whom): Promise<Session | null> {
      const session = requireAccess(call, await gate.find(token))
      whom.viewerNo = session?.viewer.userNo
      await limiter.countViewer(whom)
      return session
    }

    async function handle(request: Request, response: Response): Promise<void> {
      const whom: Whom = { address: request.ip ?? '', viewerNo: undefined }
      await limiter.countAddress(whom)
      if (TAKES_ROOM.has(call.limit) && !hasRoom()) throw storageFull()
      const shown = tokenInHeader(request)
      const known = call.tokenInBody ? null : await admit(shown, whom)
      let admitted: { token: string | undefined; session: Session | null } | null = null
      /** A token in the body is known when a file comes after it, or at the body's end; asked both times, it is counted once. */
      async function admitLater(token: string | undefined): Promise<Session | null> {
        if (admitted === null || admitted.token !== token)
          admitted = { token, session: await admit(token, whom) }
        return admitted.session
      }
      const fields = await fieldsOf(request, response, {
        key: () => keyOf(whom),
        async isMember(before) {
          if (known !== null) return true
          const token = shown ?? tokenInFields(before)
          return (await gate.find(token)) !== null && (await admitLater(token)) !== null
        },
      })
      try {
        const token = shown ?? tokenInFields(fields)
        const session = call.tokenInBody ? await admitLater(token) : known
        const parsed = call.request.safeParse(fields)
        if (!parsed.success) throw invalid(parsed.error.issues[0])
        await limiter.countCall(whom)
        const asked = {
          ...aboutRequest(request),
          address: addressKey(whom.address),
          cookies: cookiesOf(request, response),
          viewer: session?.viewer ?? null,
          session,
          token,
          input: parsed.data,
        }
        const asker = { key: keyOf(whom), address: asked.address }
        await turnFor(parsed.data)(asker, async () => send(response, await answer(asked as Asked)))
      } finally {
        await removeFiles(fields)
      }
    }

    async function fieldsOf(
      request: Request,
      response: Response,
      sender: { key(): string; isMember(before: Fields): Promise<boolean> },
    ): Promise<Fields> {
      if (call.method === 'GET') return request.query
      async function kindOf(before: Fields): Promise<UploadSender['kind']> {
        if (await sender.isMember(before)) return 'member'
        const parsed = call.request.safeParse(before)
        return parsed.success && (await canUpload?.(parsed.data)) ? 'stranger' : 'nobody'
      }
      return bodies.read(request, response, {
        call,
        key: sender.key(),
        senderOf: async before => ({ kind: await kindOf(before), key: sender.key() }),
      })
    }

    const measured = measureCall(metrics, call, codeOf)
    handlers.set(`${call.method} ${call.path}`, (request, response) => {
      const work = () => handle(request, response)
      return measured(
        traces === null ? work : () => traces.ofCall(toTrace(call, request, response), codeOf, work),
      )
    })
  }

  // Looked up, where a router would try one call after the other.
  router.use((request, response, next) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const handle = handlers.get(`${method} ${request.path.toLowerCase().replace(/\/$/, '')}`)
    return handle ? handle(request, response, next) : next()
  })
}

function toTrace({ method, path }: Call, request: Request, response: Response): TracedCall {
  const traceparent = headerOfProxy(request, request.app.get('trust proxy fn'), 'traceparent')
  return { method, path, requestId: requestIdOf(response), traceparent }
}

const withoutTurn: Places = (_asker, work) => work()

function brings(input: unknown, field: string): boolean {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, field)
}

/** Whose turns and bodies are counted together: a person's wherever they are, else an address's. */
function keyOf({ viewerNo, address }: Whom): string {
  return viewerNo?.toString() ?? addressKey(address)
}

function requireAccess({ access, beforePasswordChange }: Call, session: Session | null): Session | null {
  const mustWait = session?.mustChangePassword && !beforePasswordChange
  if (access === 'open') return mustWait ? null : session
  if (session === null) throw notSignedIn()
  if (mustWait) throw passwordChangeNeeded()
  if (access === 'administrator' && !isAdministrator(session.viewer)) throw forbidden()
  return session
}

/** The specification's header `authData`; `Authorization: Bearer` works, too. */
function tokenInHeader(request: Request): string | undefined {
  return request.get('authData') ?? request.get('Authorization')?.match(/^Bearer (.+)$/i)?.[1]
}

function tokenInFields(fields: Fields): string | undefined {
  const value = Object.hasOwn(fields, 'authToken') ? fields.authToken : undefined
  return typeof value === 'string' ? value : undefined
}

function aboutRequest(request: Request): Pick<Asked, 'language' | 'say' | 'userAgent'> {
  const language = languageOf(request)
  return { language, say: sayIn(language), userAgent: request.get('User-Agent') ?? '' }
}

async function send(response: Response, reply: unknown): Promise<void> {
  if (reply instanceof Download) await sendDownload(response, reply)
  else sendJson(response, reply)
}

/** As Express does, but for what nobody needs of an answer that is kept nowhere: its digest, and a comparison with what was kept. */
function sendJson(response: Response, reply: unknown): void {
  const body = JSON.stringify(reply)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  response.end(body)
}
