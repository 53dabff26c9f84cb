import type { Socket } from 'node:net'

/** What work costs, measured in what it takes to hand on a piece of a body: some 5 µs. */
export const WORK = { piece: 1, request: 50 } as const

/** Of one address in one turn of the event loop: some 15 ms. */
const WORK_A_TURN = 3_000

/** To be told of each piece of work for an address and the connection that brought it. */
export type Spend = (address: string, socket: Socket, work: number) => void

/**
 * Lets many connections of one address, each of which does what it may, take no more of a turn than one address should: the
 * others of its `open` connections are not read again before everybody else has had a turn. Nobody is cut off.
 */
export function shareTurns(open: ReadonlyMap<string, Set<Socket>>): Spend {
  const spent = new Map<string, number>()
  const waiting: Socket[] = []

  function nextTurn(): void {
    spent.clear()
    for (const socket of waiting.splice(0)) socket.resume()
  }

  return function spend(address, socket, work) {
    if (spent.size === 0) setImmediate(nextTurn)
    const before = spent.get(address) ?? 0
    spent.set(address, before + work)
    // Who has just had a turn comes last the next time.
    const sockets = open.get(address)
    if (sockets?.delete(socket)) sockets.add(socket)
    if (before >= WORK_A_TURN || before + work < WORK_A_TURN) return
    for (const other of sockets ?? []) {
      // The parser is in the middle of this one, and those are stopped by who reads them.
      if (other === socket || other.isPaused()) continue
      other.pause()
      waiting.push(other)
    }
  }
}
