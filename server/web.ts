import { createServer, type Server as HttpServer } from 'node:http'
import express, { type Express, type RequestHandler } from 'express'
import { API_DOCS_PATH } from '#protocol/apiTokens.ts'
import type { AppSettings } from './config.ts'
import type { Context } from './context.ts'
import { findApiSession } from './features/apiTokens/apiTokens.service.ts'
import { serveFeeds } from './features/feeds/feeds.pages.ts'
import { serveMailPages } from './features/mailNotifications/mailNotifications.pages.ts'
import { serveNotePictures } from './features/notePictures/notePictures.pages.ts'
import { OIDC_CALLBACK, receiveOidcResponses } from './features/oidc/oidc.callback.ts'
import { serveCrawlerFiles } from './features/pages/crawlers.ts'
import { CHANGE_PASSWORD, redirectToPasswordChange, servePages } from './features/pages/pages.ts'
import type { PageParts } from './features/pages/renderedPages.ts'
import { serveProfilePictures } from './features/pictures/pictures.pages.ts'
import { servePublicNotes } from './features/publicLinks/publicLinks.pages.ts'
import {
  apiTokenLimits,
  bodyLimits,
  callConcurrency,
  callLimits,
  classLimits,
  connectionFloods,
  feeds,
  HEADERS_BYTES,
  HEADERS_MS,
  HEADS_BYTES_MAX,
  HEAVY_WAIT_MS,
  IDLE_CONNECTION_MS,
  mailPages,
  pictureServing,
  REQUEST_MS,
  readConcurrency,
  readTraffic,
  visitorPages,
} from './limits.ts'
import type { LiveServer } from './live/broadcast.ts'
import { isSocketUpgrade } from './live/sockets.ts'
import { serveApiDocs } from './platform/apiDocs.ts'
import { createBodyReader } from './platform/body/readBody.ts'
import { clientFiles } from './platform/clientFiles.ts'
import { createRequestClass } from './platform/connectionBytes.ts'
import { GUARDED_SERVER_OPTIONS, guardConnections } from './platform/connections.ts'
import { corsHeaders, type OriginPolicy } from './platform/crossOrigin.ts'
import { errorHandler, methodNotAllowed, notFound } from './platform/errors.ts'
import { type HealthParts, healthMiddleware } from './platform/health.ts'
import { logRequests } from './platform/log.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { serveOpenApi } from './platform/openapi.ts'
import type { RedisConnection } from './platform/redis.ts'
import { dropOversizedAcceptHeaders, requestIdMiddleware } from './platform/request.ts'
import { SECURITY_TXT, securityHeaders, serveSecurityTxt } from './platform/security.ts'
import { serve } from './platform/serve.ts'
import type { Traces } from './platform/traces.ts'
import { allRoutes } from './routes.ts'

/** The Express app and its HTTP server, before any route is registered. */
interface Web {
  web: Express
  http: HttpServer
}

export function createWeb(trustProxy: AppSettings['trustProxy']): Web {
  const web = express()
  web.set('trust proxy', trustProxy)
  web.disable('x-powered-by')
  const options = {
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    requestTimeout: REQUEST_MS,
    // Enforce timeouts every second instead of every 30 seconds.
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: HEADERS_BYTES,
    IncomingMessage: createRequestClass(isSocketUpgrade),
  }
  return { web, http: createServer({ ...options, ...GUARDED_SERVER_OPTIONS }, web) }
}

interface MiddlewareParts {
  settings: AppSettings
  origins: OriginPolicy
  /** Null on a single node. */
  redis: RedisConnection | null
  metrics: Metrics
  traces: Traces | null
  readiness: HealthParts['readiness']
  metricsExporter: NonNullable<HealthParts['metricsExporter']>
  /** Whether the disk has space for new data. */
  hasSpace: () => boolean
  /** Called when a call failed because the database is unavailable. */
  onUnavailable: () => void
  /** The built client and the assets of earlier releases; null when something else serves them. */
  built: { directory: string; previousDirectories: readonly string[] } | null
  loadRenderer: PageParts['loadRenderer']
}

const rejectUnknown: RequestHandler = () => {
  throw notFound()
}

const rejectOtherMethods: RequestHandler = (request, response) => {
  response.set('Allow', 'GET, HEAD, OPTIONS')
  if (request.method !== 'OPTIONS') throw methodNotAllowed()
  response.status(204).end()
}

/** Registers the middleware in this order: general headers, health endpoints, API calls, pictures, pages and files. */
export function registerMiddleware(
  { web, http }: Web,
  io: LiveServer,
  context: Context,
  parts: MiddlewareParts,
): void {
  const { settings, origins, redis, metrics, traces, readiness, metricsExporter, onUnavailable, hasSpace } =
    parts
  const { built, loadRenderer } = parts
  const { publicUrl, metricsToken, rateLimitScale: scale } = settings
  const { repositories, gate, clock, log } = context
  const trustsProxy = web.get('trust proxy fn')
  const routes = allRoutes(context)

  const setSecurityHeaders = securityHeaders(publicUrl)
  io.engine.use(setSecurityHeaders)
  web.use(setSecurityHeaders)
  web.use(requestIdMiddleware(trustsProxy))
  web.use(dropOversizedAcceptHeaders)
  web.use(logRequests(log))

  const publicExporter = metricsToken === undefined ? null : metricsExporter
  web.use(healthMiddleware({ readiness, metricsExporter: publicExporter, token: metricsToken }))
  web.use('/api', corsHeaders(origins))
  const isHealthy: RequestHandler = (_request, response) => void response.json({ success: true })
  web.route('/api/health').get(isHealthy).all(rejectOtherMethods)
  web
    .route('/api/openapi.json')
    .get(serveOpenApi(routes.map(route => route.call)))
    .all(rejectOtherMethods)

  web.use(API_DOCS_PATH, serveApiDocs())

  const bodies = createBodyReader(bodyLimits)
  http.once('close', () => void bodies.close())
  const rateLimits = { classes: classLimits, calls: callLimits, apiTokens: apiTokenLimits, redis, scale }
  serve(web, {
    routes,
    gate,
    origins,
    findApiSession: token => findApiSession(context, token),
    rateLimits,
    callConcurrency,
    readConcurrency,
    readTraffic,
    waitMs: HEAVY_WAIT_MS,
    bodies,
    hasSpace,
    metrics,
    traces,
  })
  web.route(OIDC_CALLBACK).get(receiveOidcResponses(context)).all(rejectOtherMethods)
  web.use('/api', rejectUnknown)

  web.use(serveMailPages(context, { eventsSecret: settings.mailEventsSecret, limits: mailPages, scale }))
  web.use(serveFeeds(context, { publicUrl, limits: feeds, scale }))
  web.use(serveNotePictures({ notePictures: repositories.notePictures, limits: pictureServing, scale }))
  // After the note pictures: both have addresses in /pictures/.
  web.use(serveProfilePictures(repositories.pictures))
  web.get(SECURITY_TXT, serveSecurityTxt({ ...settings, contact: settings.securityContact, clock }))
  web.get(CHANGE_PASSWORD, redirectToPasswordChange)
  web.use(serveCrawlerFiles(publicUrl))
  if (loadRenderer !== null)
    web.use(servePublicNotes(context, { publicUrl, loadRenderer, limits: visitorPages, scale }))
  if (built !== null)
    web.use(
      clientFiles(built, publicUrl, builtPage =>
        servePages(context, { ...builtPage, publicUrl, loadRenderer }),
      ),
    )
  web.use(rejectUnknown)
  web.use(errorHandler(log, onUnavailable))
  guardConnections(http, {
    trustsProxy,
    floods: connectionFloods,
    scale,
    headBytesMax: HEADS_BYTES_MAX,
  })
}
