import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MetricsExporter } from '#server/platform/metrics/metricsExporter.ts'
import type { Need, Readiness } from './readiness.ts'

export interface HealthParts {
  readiness: Readiness
  /** Null where nobody may read it: then there is no such address. */
  metricsExporter: (() => Promise<MetricsExporter>) | null
  /** What `Authorization: Bearer …` must say for `/metrics`; undefined where only who may read it can come. */
  token: string | undefined
}

type Answer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * What is asked about a node by those that run it. `/healthz`: its process answers. `/readyz`: people may be sent to it, or 503
 * and why not; `?exclude=redis` leaves a need out. `/metrics`: what it counts. Everything else, and `/metrics` for who may not
 * read it, is left to `next`, so that it looks like any address that there is not.
 */
export function answerHealth({ readiness, metricsExporter, token }: HealthParts): Answer {
  async function writeReadiness(response: ServerResponse, excluded: readonly string[]): Promise<void> {
    const needs = Object.entries(await readiness.look()) as [Need, boolean][]
    const missing = needs.filter(([need, has]) => !has && !excluded.includes(need)).map(([need]) => need)
    tell(response, missing.length === 0 ? 200 : 503, { ready: missing.length === 0, missing })
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
    if (isRead && path === '/healthz') tell(response, 200, { alive: true })
    else if (isRead && path === '/readyz')
      writeReadiness(response, new URLSearchParams(query).getAll('exclude')).catch(failed)
    else if (isRead && path === '/metrics' && metricsExporter !== null && canRead(request, token))
      writeMetrics(response, metricsExporter).catch(failed)
    else next()
  }
}

function tell(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Cache-Control', 'no-store')
  response.end(JSON.stringify(body))
}

/** Compared as digests: these are of one length, and how long that takes says nothing of the token. */
function canRead({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true
  const shown = headers.authorization?.match(/^Bearer (.+)$/i)?.[1] ?? ''
  return timingSafeEqual(digestOf(shown), digestOf(token))
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
