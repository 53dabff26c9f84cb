import autocannon from 'autocannon'

const SECONDS = 5

export interface Load {
  name: string
  url: string
  connections: number
  token?: string
  /** Sent as JSON. */
  body: unknown
}

export interface Figures {
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers other than 200, and requests without an answer. */
  failed: number
}

/** Sends one call over and over for five seconds, always to 127.0.0.1. */
export async function measure({ name, url, connections, token, body }: Load): Promise<Figures> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authData: token }) },
    body: JSON.stringify(body),
  })
  return {
    name,
    perSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
