import type { Socket } from 'node:net'

/** What work costs, measured in what it takes to hand on a piece of a body: some 5 µs. */
export const WORK = { piece: 1, request: 50 } as const

/** Of one address in one turn of the event loop: some 15 ms. */
const BUDGET_PER_TICK = 3_000

/** While new connections come in, of which each turn accepts a single one: long turns would keep those of everybody waiting. */
const WORK_WHILE_ACCEPTING = 200

export interface FairTurns {
  /** To be told of each piece of work for an address and the connection that brought it. */
  spend(address: string, socket: Socket, work: number): void
  /** To be called once for each connection of an address: Node.js resumes connections by itself, also before their turn. */
  watch(address: string, socket: Socket): void
}

/** One address' turn: what it has spent, and which of its connections had a share of it. */
interface Turn {
  work: number
  isOver: boolean
  served: Set<Socket>
}

/**
 * Lets many connections of one address, each of which does what it may, take no more of a turn than one address should. Beyond
 * that its `open` connections queue up: each turn reads those that wait the longest, and whoever was served queues up again
 * behind them. A connection that asks for the first time in a while does not wait for busy ones. Nobody is cut off.
 */
export function limitWorkPerAddress(open: ReadonlyMap<string, ReadonlySet<Socket>>): FairTurns {
  const turns = new Map<string, Turn>()
  const queues = new Map<string, Set<Socket>>()
  const accepted = { now: false, before: false }

  const workOfTurn = () => (accepted.now || accepted.before ? WORK_WHILE_ACCEPTING : BUDGET_PER_TICK)

  function enqueue(queue: Set<Socket>, socket: Socket): void {
    // Whoever reads a connection may have paused it as well, and resumes it.
    if (socket.isPaused() || socket.destroyed) return
    socket.pause()
    queue.add(socket)
  }

  function readNext(queue: Set<Socket>): void {
    // As many as fit into a turn if each brings a request.
    let places = workOfTurn() / WORK.request
    for (const socket of queue) {
      if (places === 0) return
      queue.delete(socket)
      if (socket.destroyed) continue
      socket.resume()
      places -= 1
    }
  }

  function nextTurn(): void {
    accepted.before = accepted.now
    accepted.now = false
    for (const [address, queue] of queues) {
      for (const socket of turns.get(address)?.served ?? []) {
        queue.delete(socket)
        enqueue(queue, socket)
      }
      readNext(queue)
      if (queue.size === 0) queues.delete(address)
    }
    turns.clear()
    if (queues.size > 0) setImmediate(nextTurn)
  }

  function spend(address: string, socket: Socket, work: number): void {
    if (turns.size === 0 && queues.size === 0) setImmediate(nextTurn)
    const turn = turns.get(address) ?? { work: 0, isOver: false, served: new Set() }
    turns.set(address, turn)
    turn.work += work
    turn.served.add(socket)
    if (turn.isOver || turn.work < workOfTurn()) return
    turn.isOver = true
    const queue = queues.get(address) ?? new Set()
    queues.set(address, queue)
    const others = [...(open.get(address) ?? [])].filter(other => !turn.served.has(other))
    for (const other of others) enqueue(queue, other)
  }

  return {
    spend,
    watch(address, socket) {
      accepted.now = true
      socket.on('resume', () => {
        if (queues.get(address)?.has(socket)) socket.pause()
      })
    },
  }
}
