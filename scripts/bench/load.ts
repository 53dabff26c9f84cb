import autocannon from 'autocannon'

const SECONDS = 3

export interface Load {
  name: string
  url: string
  connections: number
  token?: string
  /** Sent as JSON, one after the other by each connection, over and over. */
  bodies: readonly unknown[]
}

export interface Figures {
  name: string
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers other than 200, and requests without an answer. */
  failed: number
}

/** Sends one call's bodies over and over for three seconds, always to 127.0.0.1. */
export async function measure({ name, url, connections, token, bodies }: Load): Promise<Figures> {
  const requests = bodies.map(body => ({ body: JSON.stringify(body) }))
  let clients = 0
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authData: token }) },
    requests,
    // Each begins elsewhere, so that they do not all ask for the same at once.
    setupClient(client) {
      const first = clients % requests.length
      clients += Math.max(1, Math.floor(requests.length / connections))
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
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
