import type { Socket } from 'node:net'

/** Cost of work, in units of about 5 µs (parsing one body chunk). */
export const WORK_COST = { chunk: 1, request: 50 } as const

/** Per address and event loop iteration: about 15 ms. */
const BUDGET_PER_TICK = 3_000

/**
 * While new connections arrive: each iteration accepts only one, so long iterations would delay everybody's
 * connections.
 */
const BUDGET_WHILE_ACCEPTING = 200

interface WorkBudget {
  /** Records work of an address and the connection that caused it. */
  consume(address: string, socket: Socket, work: number): void
  /** Call once per connection. Node.js may resume a connection before its turn. */
  watch(address: string, socket: Socket): void
}

/** The work of one address in this iteration, and the connections that caused it. */
interface AddressWork {
  work: number
  isOverBudget: boolean
  served: Set<Socket>
}

/**
 * Limits the work that one address may cause per event loop iteration. When its `open` connections exceed the budget
 * they are paused and queued: each iteration reads the longest waiting ones, and served connections queue up behind
 * them. An idle connection does not wait for busy ones. No connection is closed.
 */
export function limitWorkPerAddress(open: ReadonlyMap<string, ReadonlySet<Socket>>): WorkBudget {
  const workByAddress = new Map<string, AddressWork>()
  const queues = new Map<string, Set<Socket>>()
  const accepted = { now: false, before: false }

  const budget = () => (accepted.now || accepted.before ? BUDGET_WHILE_ACCEPTING : BUDGET_PER_TICK)

  function enqueue(queue: Set<Socket>, socket: Socket): void {
    // Its reader may have paused it and will resume it.
    if (socket.isPaused() || socket.destroyed) return
    socket.pause()
    queue.add(socket)
  }

  function readNext(queue: Set<Socket>): void {
    // As many as fit into the budget with one request each.
    let places = budget() / WORK_COST.request
    for (const socket of queue) {
      if (places === 0) return
      queue.delete(socket)
      if (socket.destroyed) continue
      socket.resume()
      places -= 1
    }
  }

  function startTick(): void {
    accepted.before = accepted.now
    accepted.now = false
    for (const [address, queue] of queues) {
      for (const socket of workByAddress.get(address)?.served ?? []) {
        queue.delete(socket)
        enqueue(queue, socket)
      }
      readNext(queue)
      if (queue.size === 0) queues.delete(address)
    }
    workByAddress.clear()
    if (queues.size > 0) setImmediate(startTick)
  }

  function consume(address: string, socket: Socket, work: number): void {
    if (workByAddress.size === 0 && queues.size === 0) setImmediate(startTick)
    const turn = workByAddress.get(address) ?? { work: 0, isOverBudget: false, served: new Set() }
    workByAddress.set(address, turn)
    turn.work += work
    turn.served.add(socket)
    if (turn.isOverBudget || turn.work < budget()) return
    turn.isOverBudget = true
    const queue = queues.get(address) ?? new Set()
    queues.set(address, queue)
    const others = [...(open.get(address) ?? [])].filter(other => !turn.served.has(other))
    for (const other of others) enqueue(queue, other)
  }

  return {
    consume,
    watch(address, socket) {
      accepted.now = true
      socket.on('resume', () => {
        if (queues.get(address)?.has(socket)) socket.pause()
      })
    },
  }
}
