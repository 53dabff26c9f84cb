import { constants, setPriority } from 'node:os'
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** The task of the flooding process. */
export interface FloodJob {
  /** `knock`: send messages as fast as possible. `hold`: keep connections open. `spin`: use processor time only. */
  kind: 'knock' | 'hold' | 'spin'
  url: string
  /** The first message of each connection, unless empty. */
  hello: string
  connections: number
  /** Delay before reconnecting, in milliseconds. */
  againAfterMs: number
  forMs: number
}

export interface FloodResult {
  /** Numbers of opened and refused connections. */
  opened: number
  refused: number
  /** Numbers of messages sent and processed by the server. */
  sent: number
  answered: number
  /** The highest number of admitted connections at a time. */
  inAtOnce: number
  /** Duration of each connection, in milliseconds. */
  lived: number[]
}

/**
 * The flooding client, in its own process. It connects to a namespace that does not exist. The server answers each attempt, so
 * they can be counted, and an attempt costs it more than an event without listeners.
 */
const KNOCK = '40/nowhere,'
const KNOCK_ANSWER = '44/nowhere'
const KNOCKS_IN_A_ROW = 1_000
/** The most bytes in the send buffer. */
const BUFFERED_MAX = 1024 * 1024

// A real attacker has other processors, so the node has priority here.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', async (job: FloodJob) => {
  const result: FloodResult = { opened: 0, refused: 0, sent: 0, answered: 0, inAtOnce: 0, lived: [] }
  const until = performance.now() + job.forMs
  if (job.kind === 'spin') while (performance.now() < until);
  else await Promise.all(Array.from({ length: job.connections }, () => reconnectUntil(job, until, result)))
  process.send?.(result, () => process.disconnect())
})

let admitted = 0

async function reconnectUntil(job: FloodJob, until: number, result: FloodResult): Promise<void> {
  while (performance.now() < until) {
    await connect(job, until, result)
    await wait(job.againAfterMs)
  }
}

/** Opens a connection. Resolves when it closes. */
function connect({ kind, url, hello }: FloodJob, until: number, result: FloodResult): Promise<void> {
  return new Promise(resolve => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    let openedAt: number | null = null
    let isAdmitted = false
    const timer = setTimeout(() => socket.terminate(), Math.max(0, until - performance.now()))
    socket.on('error', () => undefined)
    socket.on('open', () => {
      openedAt = performance.now()
      result.opened += 1
      if (hello !== '') socket.send(hello)
      else admit()
    })
    socket.on('message', data => {
      const message = String(data)
      if (message === '2') socket.send('3')
      else if (message.startsWith(KNOCK_ANSWER)) result.answered += 1
      else if (message.startsWith('40')) admit()
      else if (message.startsWith('44')) socket.terminate()
    })
    socket.on('close', () => {
      clearTimeout(timer)
      if (isAdmitted) admitted -= 1
      else result.refused += 1
      if (openedAt !== null) result.lived.push(performance.now() - openedAt)
      resolve()
    })

    function admit(): void {
      isAdmitted = true
      admitted += 1
      result.inAtOnce = Math.max(result.inAtOnce, admitted)
      if (kind === 'knock') void knock()
    }
    async function knock(): Promise<void> {
      while (socket.readyState === WebSocket.OPEN) {
        if (socket.bufferedAmount < BUFFERED_MAX) {
          for (let knocks = 0; knocks < KNOCKS_IN_A_ROW; knocks += 1) socket.send(KNOCK)
          result.sent += KNOCKS_IN_A_ROW
        }
        await nextTick()
      }
    }
  })
}
