import autocannon from 'autocannon'

const SECONDS = 3

export interface Load {
  name: string
  url: string
  connections: number
  token?: string
  /** Sent as JSON, repeatedly. Connections share them out, or all use the same one. */
  bodies: readonly unknown[]
}

export interface Metrics {
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Responses other than 200, and errors. */
  failed: number
}

/** Sends one call's bodies over and over for three seconds, always to 127.0.0.1. */
export async function measure({ name, url, connections, token, bodies }: Load): Promise<Metrics> {
  const requests = bodies.map(body => ({ body: JSON.stringify(body) }))
  const part = Math.max(1, Math.floor(requests.length / connections))
  let clients = 0
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authData: token }) },
    // autocannon builds all these requests for each connection at the start, which would delay the first ones.
    requests: requests.slice(0, 1),
    setupClient(client) {
      const first = (clients * part) % requests.length
      clients += 1
      client.setRequests(requests.slice(first, first + part))
    },
  })
  return {
    name,
    perSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
