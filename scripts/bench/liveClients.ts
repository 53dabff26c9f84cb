import { once } from 'node:events'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { LiveJob, LiveResult } from './liveJob.ts'

/** The listening side, in a process of its own: opens sockets, makes calls one at a time and waits for the last arrival. */
const OPENED_AT_ONCE = 100
const PATIENCE_MS = 3_000

process.once('message', async (job: LiveJob) => {
  let arrived = () => {}
  const open = job.kind === 'ws' ? openBare : openSocketIo
  for (let opened = 0; opened < job.sockets; opened += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, job.sockets - opened) }, (_, at) => {
      const place = opened + at
      const token = job.tokens[place % job.tokens.length] ?? ''
      return open(job.urls[place % job.urls.length] ?? '', token, () => arrived())
    })
    await Promise.all(some)
  }
  process.send?.('open')
  await new Promise(resolve => process.once('message', resolve))

  const durations: number[] = []
  let delivered = 0
  for (const { body, expected } of job.calls) {
    const startedAt = performance.now()
    let count = 0
    const last = new Promise<void>(resolve => {
      const patience = setTimeout(resolve, PATIENCE_MS)
      arrived = () => {
        count += 1
        if (count < expected) return
        durations.push(performance.now() - startedAt)
        clearTimeout(patience)
        resolve()
      }
    })
    const headers = { 'Content-Type': 'application/json', authData: job.tokens[0] ?? '' }
    const answer = await fetch(job.callUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    await answer.arrayBuffer()
    await last
    delivered += count
    await new Promise(resolve => setTimeout(resolve, job.pauseMs))
  }
  process.send?.({ durations, delivered } satisfies LiveResult, () => process.exit(0))
})

async function openSocketIo(url: string, token: string, hear: () => void): Promise<void> {
  const auth = { token, protocol: PROTOCOL_VERSION }
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth })
  socket.on('note:shared', hear)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}

async function openBare(url: string, token: string, hear: () => void): Promise<void> {
  const socket = new WebSocket(url.replace('http:', 'ws:'), { headers: { token }, perMessageDeflate: false })
  await once(socket, 'open')
  socket.on('message', data => {
    JSON.parse(String(data))
    hear()
  })
}
