import { constants, setPriority } from 'node:os'
import { setImmediate as breathe, setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { FloodJob, FloodResult } from './floodJob.ts'

/**
 * The flooding side, in a process of its own. It knocks at a namespace that is not there: each knock that the server
 * deals with is answered, so they can be counted, and costs it more than an event that nobody listens to.
 */
const KNOCK = '40/nowhere,'
const KNOCK_ANSWER = '44/nowhere'
const KNOCKS_IN_A_ROW = 1_000
/** Sent ahead of what the server has taken, at the most, in bytes. */
const AHEAD_MAX = 1024 * 1024

// An attacker has processors of their own: these are the node's first.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', async (job: FloodJob) => {
  const result: FloodResult = { opened: 0, refused: 0, sent: 0, answered: 0, inAtOnce: 0, lived: [] }
  const until = performance.now() + job.forMs
  if (job.kind === 'spin') while (performance.now() < until);
  else await Promise.all(Array.from({ length: job.connections }, () => comeOverAndOver(job, until, result)))
  process.send?.(result, () => process.disconnect())
})

let isIn = 0

async function comeOverAndOver(job: FloodJob, until: number, result: FloodResult): Promise<void> {
  while (performance.now() < until) {
    await come(job, until, result)
    await wait(job.againAfterMs)
  }
}

/** One connection, from its opening to its end; resolves then. */
function come({ kind, url, hello }: FloodJob, until: number, result: FloodResult): Promise<void> {
  return new Promise(resolve => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    let openedAt: number | null = null
    let wasLetIn = false
    const timer = setTimeout(() => socket.terminate(), Math.max(0, until - performance.now()))
    socket.on('error', () => undefined)
    socket.on('open', () => {
      openedAt = performance.now()
      result.opened += 1
      if (hello !== '') socket.send(hello)
      else letIn()
    })
    socket.on('message', data => {
      const said = String(data)
      if (said === '2') socket.send('3')
      else if (said.startsWith(KNOCK_ANSWER)) result.answered += 1
      else if (said.startsWith('40')) letIn()
      else if (said.startsWith('44')) socket.terminate()
    })
    socket.on('close', () => {
      clearTimeout(timer)
      if (wasLetIn) isIn -= 1
      else result.refused += 1
      if (openedAt !== null) result.lived.push(performance.now() - openedAt)
      resolve()
    })

    function letIn(): void {
      wasLetIn = true
      isIn += 1
      result.inAtOnce = Math.max(result.inAtOnce, isIn)
      if (kind === 'knock') void knock()
    }
    async function knock(): Promise<void> {
      while (socket.readyState === WebSocket.OPEN) {
        if (socket.bufferedAmount < AHEAD_MAX) {
          for (let knocks = 0; knocks < KNOCKS_IN_A_ROW; knocks += 1) socket.send(KNOCK)
          result.sent += KNOCKS_IN_A_ROW
        }
        await breathe()
      }
    }
  })
}
