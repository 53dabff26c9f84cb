import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { MetricsExporter } from '#server/platform/metrics/metricsExporter.ts'
import type { RedisConnection } from './redis.ts'
import { listen } from './startup.ts'

export interface HealthParts {
  readiness: Readiness
  /** Null to serve no metrics. */
  metricsExporter: (() => Promise<MetricsExporter>) | null
  /** Bearer token for `/metrics`; undefined on a port that only operators can reach. */
  token: string | undefined
}

type Answer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Operator endpoints. `/healthz`: the process responds. `/readyz`: 200 if the node can serve clients, else 503 with the
 * missing requirements; `?exclude=redis` ignores one. `/metrics`: Prometheus metrics. Other paths, and `/metrics`
 * without permission, go to `next`, so that they look like unknown paths.
 */
export function healthMiddleware({ readiness, metricsExporter, token }: HealthParts): Answer {
  async function writeReadiness(response: ServerResponse, excluded: readonly string[]): Promise<void> {
    const needs = Object.entries(await readiness.check()) as [Requirement, boolean][]
    const missing = needs.filter(([need, has]) => !has && !excluded.includes(need)).map(([need]) => need)
    sendJson(response, missing.length === 0 ? 200 : 503, { ready: missing.length === 0, missing })
  }

  async function writeMetrics(
    response: ServerResponse,
    expose: () => Promise<MetricsExporter>,
  ): Promise<void> {
    const { contentType, text } = await expose()
    response.setHeader('Content-Type', contentType)
    response.end(await text())
  }

  return (request, response, next) => {
    const [path, query] = request.url?.split('?', 2) ?? []
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const failed = () => response.destroy()
    if (isRead && path === '/healthz') sendJson(response, 200, { alive: true })
    else if (isRead && path === '/readyz')
      writeReadiness(response, new URLSearchParams(query).getAll('exclude')).catch(failed)
    else if (isRead && path === '/metrics' && metricsExporter !== null && canRead(request, token))
      writeMetrics(response, metricsExporter).catch(failed)
    else next()
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify(body))
}

/** Compares hashes: they have the same length, so the timing reveals nothing about the token. */
function canRead({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const headerToken = headers.authorization?.match(/^Bearer (.+)$/i)?.[1] ?? ''
  return timingSafeEqual(digestOf(headerToken), digestOf(token))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** What a node needs to serve clients. */
type Requirement = 'mongodb' | 'redis' | 'notStopping'

interface Readiness {
  /** Checks each requirement; results may be half a second old. Never throws. */
  check(): Promise<Record<Requirement, boolean>>
  /** Marks the node as not ready because it shuts down. */
  markStopping(): void
}

/** How long a result is reused, so that frequent probes do not load the services. */
const CACHE_MS = 500
const CHECK_TIMEOUT_MS = 1_000

interface ReadinessParts {
  mongo: Connection
  /** Null on a single node. */
  redis: RedisConnection | null
}

export function createReadiness({ mongo, redis }: ReadinessParts): Readiness {
  let isStopping = false
  const hasMongo = cacheCheck(async () => mongo.db?.admin().ping())
  const hasRedis = cacheCheck(async () => redis?.client.ping())

  return {
    async check() {
      const [mongodb, redisThere] = await Promise.all([hasMongo(), redis === null || hasRedis()])
      return { mongodb, redis: redisThere, notStopping: !isStopping }
    },
    markStopping() {
      isStopping = true
    },
  }
}

/** Checks whether a service responds in time; reuses the result for CACHE_MS. */
function cacheCheck(ask: () => Promise<unknown>): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | null = null

  function askNow(): Promise<boolean> {
    const answers = ask().then(
      () => true,
      () => false,
    )
    return Promise.race([answers, wait(CHECK_TIMEOUT_MS, false, { ref: false })])
  }

  return () => {
    const now = performance.now()
    if (last === null || now - last.at > CACHE_MS) last = { at: now, answer: askNow() }
    return last.answer
  }
}

/** Opens a separate port for operators. It responds until the end of a shutdown. Throws a StartupError. */
export async function openHealthPort(parts: HealthParts, { port, host }: { port: number; host: string }) {
  const answer = healthMiddleware(parts)
  const http = createServer((request, response) => {
    answer(request, response, () => response.writeHead(404).end())
  })
  await listen(http, { port, host, name: 'METRICS_PORT' })
  return {
    port: (http.address() as AddressInfo).port,
    async close() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
}
