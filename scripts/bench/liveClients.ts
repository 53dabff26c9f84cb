import { once } from 'node:events'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import type { PublishedEvent } from './liveFixtures.ts'

/** The sockets to open. */
export interface LiveJob {
  kind: 'socket.io' | 'ws'
  /** The event to listen for. */
  event: PublishedEvent
  /** Sockets use them in turn. */
  urls: string[]
  /** Sockets use them in turn. The first one also makes the calls. */
  tokens: string[]
  sockets: number
  callUrl: string
}

/** A call to make once the sockets are open. */
export interface LiveCall {
  body: unknown
  /** The number of sockets that get its event. */
  expected: number
}

export interface LiveResult {
  /** Time until the last socket got the event, in milliseconds; null if not all did. */
  took: number | null
  delivered: number
}

/** The clients, in their own process: open sockets, then make each requested call and wait for its last event. */
const OPENED_AT_ONCE = 100
const TIMEOUT_MS = 3_000

process.once('message', async (job: LiveJob) => {
  let arrived = () => {}
  const open = job.kind === 'ws' ? openWebSocket : openSocketIo
  for (let opened = 0; opened < job.sockets; opened += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, job.sockets - opened) }, (_, at) => {
      const place = opened + at
      const token = job.tokens[place % job.tokens.length] ?? ''
      return open(job.urls[place % job.urls.length] ?? '', token, job.event, () => arrived())
    })
    await Promise.all(some)
  }
  const headers = { 'Content-Type': 'application/json', authData: job.tokens[0] ?? '' }

  process.on('message', async ({ body, expected }: LiveCall) => {
    const startedAt = performance.now()
    let delivered = 0
    const last = new Promise<number | null>(resolve => {
      const timeout = setTimeout(resolve, TIMEOUT_MS, null)
      arrived = () => {
        delivered += 1
        if (delivered < expected) return
        clearTimeout(timeout)
        resolve(performance.now() - startedAt)
      }
    })
    const answer = await fetch(job.callUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.arrayBuffer()
    const took = await last
    process.send?.({ took, delivered } satisfies LiveResult)
  })
  process.send?.('open')
})

async function openSocketIo(
  url: string,
  token: string,
  event: PublishedEvent,
  receive: () => void,
): Promise<void> {
  const auth = { token, protocol: PROTOCOL_VERSION }
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth })
  socket.on(event, receive)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}

async function openWebSocket(
  url: string,
  token: string,
  _event: PublishedEvent,
  receive: () => void,
): Promise<void> {
  const socket = new WebSocket(url.replace('http:', 'ws:'), { headers: { token }, perMessageDeflate: false })
  await once(socket, 'open')
  socket.on('message', data => {
    JSON.parse(String(data))
    receive()
  })
}
