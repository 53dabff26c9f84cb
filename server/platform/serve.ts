import type { Request, RequestHandler, Response, Router } from 'express'
import type { z } from 'zod'
import type { Viewer } from '#protocol/access.ts'
import { API_TOKEN_PREFIX } from '#protocol/apiTokens.ts'
import {
  type Access,
  answersGet,
  type Call,
  type LimitClass,
  type ParsedOf,
  type ReplyOf,
} from '#protocol/call.ts'
import type { Language } from '#protocol/text/languages.ts'
import { type Fields, removeFiles, type UploadSender } from './body/multipart.ts'
import type { BodyReader } from './body/readBody.ts'
import { checkAccess, isOpenToOtherSites, tokenInFields, tokenInHeader } from './callAccess.ts'
import type { OriginPolicy } from './crossOrigin.ts'
import type { Download } from './download.ts'
import { codeOf, forbidden, invalid, methodNotAllowed, notSignedIn, storageFull } from './errors.ts'
import { languageOf, type Translate, translatorFor } from './i18n.ts'
import { createRequestConcurrencyLimit, type RequestConcurrencyLimit } from './limits/concurrency.ts'
import {
  type CallConcurrency,
  type Caller,
  createRateLimits,
  type RateLimitParts,
} from './limits/rateLimit.ts'
import { type Metrics, measureCall } from './metrics/metrics.ts'
import { addressKey, type Cookies, cookiesOf, headerOfProxy, requestIdOf } from './request.ts'
import { createResponder, isRead, type ResponderParts } from './responder.ts'
import type { Session, SessionGate } from './session.ts'
import type { TracedCall, Traces } from './traces.ts'

/** Classes of calls that store user data. Signing in stores little, and reading stays possible on a full disk. */
const STORES_DATA: ReadonlySet<LimitClass> = new Set(['write', 'bulk', 'signUp', 'upload', 'picture'])

type Admitted<A extends Access, Thing> = A extends 'open' ? Thing | null : Thing

/** One parsed request. `token` may be invalid. */
interface ParsedRequest<C extends Call = Call> {
  viewer: Admitted<C['access'], Viewer>
  session: Admitted<C['access'], Session>
  token: string | undefined
  input: ParsedOf<C>
  language: Language
  t: Translate
  userAgent: string
  /** The client's address; an IPv6 household counts as one. */
  address: string
  cookies: Cookies
}

type HandlerResult<C extends Call> = C['reply'] extends z.ZodFile ? Download : ReplyOf<C>

/** A call and its handler. */
export interface Route {
  call: Call
  handle(request: ParsedRequest): Promise<unknown>
  /**
   * For an upload without a session: whether the fields before the file are valid. Without it only signed-in users may
   * upload.
   */
  canUpload?(input: unknown): Promise<boolean>
}

/** `route(call).handle(handler)`: two steps, so that the handler's type is checked against the reply of this call. */
export function route<const C extends Call>(call: C) {
  return {
    handle: (
      handle: (parsedRequest: ParsedRequest<C>) => Promise<HandlerResult<C>>,
      canUpload?: (input: ParsedOf<C>) => Promise<boolean>,
    ): Route => ({
      call,
      handle: handle as Route['handle'],
      ...(canUpload && ({ canUpload } as Pick<Route, 'canUpload'>)),
    }),
  }
}

interface ServeParts {
  routes: readonly Route[]
  gate: SessionGate
  origins: OriginPolicy
  /** Finds the session of an API token. */
  findApiSession(token: string): Promise<Session | null>
  rateLimits: RateLimitParts
  /** Concurrency limits that replace those of the call's class. */
  callConcurrency: readonly CallConcurrency[]
  /** Concurrency limit of all other reads of a user together. */
  readConcurrency: ResponderParts['readConcurrency']
  readTraffic: ResponderParts['readTraffic']
  /** How long a call with a concurrency limit waits for a slot. */
  waitMs: number
  bodies: BodyReader
  /** Whether the disk has space for new data. */
  hasSpace: () => boolean
  metrics: Metrics
  /** Null when tracing is off. */
  traces: Traces | null
}

interface SiteOfCaller {
  /** A page of another site in CORS_ORIGINS. */
  isOtherSite: boolean
}

/**
 * Binds calls to Express. Steps of a request: rate limit of the address, session of the token in the header, access,
 * rate limit of the user; then the body, its schema, the limits of the call, the handler.
 */
export function serve(
  router: Router,
  {
    routes,
    gate,
    origins,
    findApiSession,
    rateLimits,
    callConcurrency,
    readConcurrency,
    readTraffic,
    waitMs,
    bodies,
    hasSpace,
    metrics,
    traces,
  }: ServeParts,
): void {
  const limiterOf = createRateLimits(rateLimits)
  const respond = createResponder({ readConcurrency, readTraffic, waitMs, scale: rateLimits.scale })
  const classLimits = new Map<string, RequestConcurrencyLimit>()
  const ownLimits = new Map(
    callConcurrency.map(({ call, onlyWith, concurrency }) => [
      call.path,
      { onlyWith, limit: createRequestConcurrencyLimit({ ...concurrency, waitMs }) },
    ]),
  )
  /** By path, then by method. */
  const handlers = new Map<string, Map<string, RequestHandler>>()
  for (const [name, { concurrency }] of Object.entries(rateLimits.classes))
    if (concurrency) classLimits.set(name, createRequestConcurrencyLimit({ ...concurrency, waitMs }))

  for (const { call, handle, canUpload } of routes) {
    const limiter = limiterOf(call)
    const classLimit = classLimits.get(call.limit) ?? null
    const ownLimit = ownLimits.get(call.path)
    const limitFor = (input: unknown) =>
      ownLimit && hasField(input, ownLimit.onlyWith) ? ownLimit.limit : classLimit

    /** Loads the session and checks access and the user's rate limit. */
    async function admit(token: string | undefined, caller: Caller & SiteOfCaller): Promise<Session | null> {
      const found = await findSession(token)
      if (caller.isOtherSite && found !== null && found.apiScopes === undefined) throw notSignedIn()
      const session = checkAccess(call, found)
      caller.viewerNo = session?.viewer.userNo
      caller.usesApiToken = session?.apiScopes !== undefined
      await limiter.countViewer(caller)
      return session
    }

    async function findSession(token: string | undefined): Promise<Session | null> {
      return token?.startsWith(API_TOKEN_PREFIX) ? findApiSession(token) : gate.find(token)
    }

    async function handleRequest(request: Request, response: Response): Promise<void> {
      const caller: Caller & SiteOfCaller = {
        address: request.ip ?? '',
        viewerNo: undefined,
        isOtherSite: origins.isListed(request),
      }
      await limiter.countAddress(caller)
      if (caller.isOtherSite && !isOpenToOtherSites(call)) throw forbidden()
      if (STORES_DATA.has(call.limit) && !hasSpace()) throw storageFull()
      const headerToken = tokenInHeader(request)
      const known = call.tokenInBody ? null : await admit(headerToken, caller)
      let admission: { token: string | undefined; session: Session | null } | null = null
      /** A token in the body is known before the file or at the end of the body. Checks and counts it once. */
      async function admitOnce(token: string | undefined): Promise<Session | null> {
        if (admission === null || admission.token !== token)
          admission = { token, session: await admit(token, caller) }
        return admission.session
      }
      const fields = await fieldsOf(request, response, {
        key: () => keyOf(caller),
        async isMember(before) {
          if (known !== null) return true
          const token = headerToken ?? tokenInFields(before)
          return (await findSession(token)) !== null && (await admitOnce(token)) !== null
        },
      })
      try {
        const token = headerToken ?? tokenInFields(fields)
        const session = call.tokenInBody ? await admitOnce(token) : known
        // A body may take a minute to arrive. Meanwhile the session may have ended, or the user been suspended.
        if (session !== null && !isRead(request) && (await findSession(token)) === null) throw notSignedIn()
        const parsed = call.request.safeParse(fields)
        if (!parsed.success) throw invalid(parsed.error.issues[0])
        await limiter.countCall(caller)
        const parsedRequest = {
          ...requestInfo(request),
          address: addressKey(caller.address),
          cookies: cookiesOf(request, response),
          viewer: session?.viewer ?? null,
          session,
          token,
          input: parsed.data,
        }
        const requester = { key: keyOf(caller), address: parsedRequest.address }
        await respond(request, response, {
          requester,
          userNo: session?.viewer.userNo,
          limit: limitFor(parsed.data),
          onlyReads: answersGet(call),
          getReply: () => handle(parsedRequest as ParsedRequest),
        })
      } finally {
        await removeFiles(fields)
      }
    }

    async function fieldsOf(
      request: Request,
      response: Response,
      sender: { key(): string; isMember(before: Fields): Promise<boolean> },
    ): Promise<Fields> {
      if (isRead(request)) return request.query
      async function kindOf(before: Fields): Promise<UploadSender['kind']> {
        if (await sender.isMember(before)) return 'member'
        const parsed = call.request.safeParse(before)
        return parsed.success && (await canUpload?.(parsed.data)) ? 'anonymous' : 'rejected'
      }
      return bodies.read(request, response, {
        call,
        key: sender.key(),
        senderOf: async before => ({ kind: await kindOf(before), key: sender.key() }),
      })
    }

    const measure = measureCall(metrics, call, codeOf)
    const handler: RequestHandler = (request, response) => {
      const work = () => handleRequest(request, response)
      return measure(
        traces === null ? work : () => traces.traceCall(toTrace(call, request, response), codeOf, work),
      )
    }
    for (const path of pathsOf(call))
      handlers.set(path, new Map(methodsOf(call).map(method => [method, handler])))
  }

  // A map lookup instead of an Express route per call.
  router.use((request, response, next) => {
    const methods = handlers.get(request.path.toLowerCase().replace(/\/$/, ''))
    if (methods === undefined) return next()
    const handle = methods.get(request.method)
    if (handle !== undefined) return handle(request, response, next)
    response.set('Allow', [...methods.keys(), 'OPTIONS'].join(', '))
    if (request.method !== 'OPTIONS') throw methodNotAllowed()
    response.status(204).end()
  })
}

const methodsOf = (call: Call) => [
  ...(answersGet(call) ? ['GET', 'HEAD'] : []),
  ...(call.method === 'POST' ? ['POST'] : []),
]

const pathsOf = ({ path, formerPath }: Call) => (formerPath === undefined ? [path] : [path, formerPath])

function toTrace({ method, path }: Call, request: Request, response: Response): TracedCall {
  const traceparent = headerOfProxy(request, request.app.get('trust proxy fn'), 'traceparent')
  return { method, path, requestId: requestIdOf(response), traceparent }
}

function hasField(input: unknown, field: string): boolean {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, field)
}

/** The key for concurrency limits: the user, or the address without a session. */
function keyOf({ viewerNo, address }: Caller): string {
  return viewerNo?.toString() ?? addressKey(address)
}

function requestInfo(request: Request): Pick<ParsedRequest, 'language' | 't' | 'userAgent'> {
  const language = languageOf(request)
  return { language, t: translatorFor(language), userAgent: request.get('User-Agent') ?? '' }
}
