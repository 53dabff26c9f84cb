import { once } from 'node:events'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import type { PublishedEvent } from './liveEvents.ts'
import type { LiveCall, LiveJob, LiveResult } from './liveJob.ts'

/** The listening side, in a process of its own: opens sockets, then makes a call when asked and waits for the last arrival. */
const OPENED_AT_ONCE = 100
const PATIENCE_MS = 3_000

process.once('message', async (job: LiveJob) => {
  let arrived = () => {}
  const open = job.kind === 'ws' ? openBare : openSocketIo
  for (let opened = 0; opened < job.sockets; opened += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, job.sockets - opened) }, (_, at) => {
      const place = opened + at
      const token = job.tokens[place % job.tokens.length] ?? ''
      return open(job.urls[place % job.urls.length] ?? '', token, job.told, () => arrived())
    })
    await Promise.all(some)
  }
  const headers = { 'Content-Type': 'application/json', authData: job.tokens[0] ?? '' }

  process.on('message', async ({ body, expected }: LiveCall) => {
    const startedAt = performance.now()
    let delivered = 0
    const last = new Promise<number | null>(resolve => {
      const patience = setTimeout(resolve, PATIENCE_MS, null)
      arrived = () => {
        delivered += 1
        if (delivered < expected) return
        clearTimeout(patience)
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
  told: PublishedEvent,
  receive: () => void,
): Promise<void> {
  const auth = { token, protocol: PROTOCOL_VERSION }
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth })
  socket.on(told, receive)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}

async function openBare(
  url: string,
  token: string,
  _told: PublishedEvent,
  receive: () => void,
): Promise<void> {
  const socket = new WebSocket(url.replace('http:', 'ws:'), { headers: { token }, perMessageDeflate: false })
  await once(socket, 'open')
  socket.on('message', data => {
    JSON.parse(String(data))
    receive()
  })
}
