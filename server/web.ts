import { createServer, type Server as HttpServer } from 'node:http'
import express, { type Express, type RequestHandler } from 'express'
import type { AppSettings } from './config.ts'
import type { Context } from './context.ts'
import { serveNotePictures } from './features/notePictures/notePictures.serving.ts'
import { answerCrawlers } from './features/pages/crawlers.ts'
import { servePages } from './features/pages/pages.ts'
import { CHANGE_PASSWORD, leadToPasswordChange } from './features/pages/passwordChange.ts'
import { servePictures } from './features/pictures/pictures.routes.ts'
import {
  bodyLimits,
  callLimits,
  callTurns,
  classLimits,
  connectionFloods,
  HEADERS_BYTES,
  HEADERS_MS,
  HEADS_BYTES_MAX,
  HEAVY_WAIT_MS,
  IDLE_CONNECTION_MS,
  pictureServing,
  REQUEST_MS,
} from './limits.ts'
import type { LiveServer } from './live/broadcast.ts'
import { isSocketUpgrade } from './live/sockets.ts'
import { createBodyReader } from './platform/body/readBody.ts'
import { clientFiles } from './platform/clientFiles.ts'
import { guardConnections, NO_UNCOUNTED_ANSWERS } from './platform/connections.ts'
import { errorHandler } from './platform/errorHandler.ts'
import { notFound } from './platform/errors.ts'
import { answerHealth, type HealthParts } from './platform/health/answers.ts'
import { logRequests } from './platform/log.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { answerDescription } from './platform/openapi.ts'
import { dropOversizedAcceptHeaders } from './platform/oversizedHeaders.ts'
import type { RedisConnection } from './platform/redis.ts'
import { requestIdMiddleware } from './platform/requestIdMiddleware.ts'
import { answerSecurityContact, SECURITY_TXT } from './platform/securityContact.ts'
import { securityHeaders } from './platform/securityHeaders.ts'
import { serve } from './platform/serve.ts'
import type { Traces } from './platform/traces/traces.ts'
import { requestsThatUpgradeIf } from './platform/upgradeOffers.ts'
import { allRoutes } from './routes.ts'

/** Express, and the HTTP server that asks it: nothing is answered yet. */
export interface Web {
  web: Express
  http: HttpServer
}

export function createWeb(trustProxy: AppSettings['trustProxy']): Web {
  const web = express()
  web.set('trust proxy', trustProxy)
  web.disable('x-powered-by')
  const bounds = {
    headersTimeout: HEADERS_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    requestTimeout: REQUEST_MS,
    // How long a request may take is looked at every second, not every half a minute.
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: HEADERS_BYTES,
    IncomingMessage: requestsThatUpgradeIf(isSocketUpgrade),
  }
  return { web, http: createServer({ ...bounds, ...NO_UNCOUNTED_ANSWERS }, web) }
}

interface AnsweringParts {
  settings: AppSettings
  /** Null on a single node. */
  redis: RedisConnection | null
  metrics: Metrics
  traces: Traces | null
  readiness: HealthParts['readiness']
  metricsExporter: NonNullable<HealthParts['metricsExporter']>
  /** Whether what people write finds room on the disk. */
  hasRoom: () => boolean
  /** Hears that a call failed for want of the database. */
  onUnavailable: () => void
  /** The built client, and where parts of earlier releases lie; null when something else serves it. */
  built: { directory: string; earlier: readonly string[] } | null
}

const reject: RequestHandler = () => {
  throw notFound()
}

/** What a request meets, in this order: what holds for all, who runs the node, the calls, pictures, pages and files. */
export function answerRequests(
  { web, http }: Web,
  io: LiveServer,
  context: Context,
  parts: AnsweringParts,
): void {
  const { settings, redis, metrics, traces, readiness, metricsExporter, onUnavailable, hasRoom, built } =
    parts
  const { publicUrl, metricsToken, rateLimitScale: scale } = settings
  const { stores, gate, clock, log } = context
  const trustsProxy = web.get('trust proxy fn')
  const routes = allRoutes(context)

  const secure = securityHeaders(publicUrl)
  io.engine.use(secure)
  web.use(secure)
  web.use(requestIdMiddleware(trustsProxy))
  web.use(dropOversizedAcceptHeaders)
  web.use(logRequests(log))

  const exposed = metricsToken === undefined ? null : metricsExporter
  web.use(answerHealth({ readiness, metricsExporter: exposed, token: metricsToken }))
  web.get('/api/health', (_request, response) => void response.json({ success: true }))
  web.get('/api/openapi.json', answerDescription(routes.map(route => route.call)))

  const bodies = createBodyReader(bodyLimits)
  http.once('close', () => void bodies.close())
  const limiting = { classes: classLimits, calls: callLimits, redis, scale }
  serve(web, {
    routes,
    gate,
    limiting,
    turns: callTurns,
    waitMs: HEAVY_WAIT_MS,
    bodies,
    hasRoom,
    metrics,
    traces,
  })
  web.use('/api', reject)

  web.use(serveNotePictures({ notePictures: stores.notePictures, limits: pictureServing, scale }))
  web.use(servePictures(stores.pictures))
  web.get(SECURITY_TXT, answerSecurityContact({ ...settings, contact: settings.securityContact, clock }))
  web.get(CHANGE_PASSWORD, leadToPasswordChange)
  web.use(answerCrawlers(publicUrl))
  if (built !== null) web.use(clientFiles(built, publicUrl, servePages))
  web.use(reject)
  web.use(errorHandler(log, onUnavailable))
  guardConnections(http, {
    trustsProxy,
    floods: connectionFloods,
    scale,
    headBytesMax: HEADS_BYTES_MAX,
  })
}
