import { io, type Socket } from 'socket.io-client'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { LiveJob, LiveResult } from './liveJob.ts'

/** The listening side, in a process of its own: opens sockets, makes calls one at a time and waits for the last arrival. */
const OPENED_AT_ONCE = 100
const PATIENCE_MS = 3_000

process.once('message', async (job: LiveJob) => {
  const sockets: Socket[] = []
  let arrived = () => {}
  while (sockets.length < job.sockets) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, job.sockets - sockets.length) }, (_, at) => {
      const place = sockets.length + at
      const token = job.tokens[place % job.tokens.length] ?? ''
      const auth = { token, protocol: PROTOCOL_VERSION }
      const url = job.urls[place % job.urls.length] ?? ''
      return io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth })
    })
    await Promise.all(some.map(connected))
    sockets.push(...some)
  }
  for (const socket of sockets) socket.on('note:shared', () => arrived())
  process.send?.('open')
  await new Promise(resolve => process.once('message', resolve))

  const durations: number[] = []
  let delivered = 0
  for (const body of job.calls) {
    const startedAt = performance.now()
    let count = 0
    const last = new Promise<void>(resolve => {
      const patience = setTimeout(resolve, PATIENCE_MS)
      arrived = () => {
        count += 1
        if (count < job.sockets) return
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

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}
