import type { Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { LiveServer } from './broadcast.ts'
import { rejectUpgrade } from './rejectedUpgrades.ts'

/** A proxy that asks `/readyz` every second leads nobody here any more by then. */
const NOTICED_WITHIN_MS = 1_500
/** Each of them makes a handful of calls at its new node. */
const MOVES_A_SECOND = 500
/** However few or many there are. */
const DRAIN_MS = { least: 1_500, most: 10_000 }
const TICK_MS = 50

/**
 * Lets no further socket in, and closes those that are here one after the other, so that the other nodes are not stormed. A
 * client whose connection is closed like this comes back at once, and the proxy leads it elsewhere.
 */
export async function drainSockets(io: LiveServer, http: HttpServer): Promise<void> {
  http.removeAllListeners('upgrade')
  // It says that another node may take it, which a proxy is free to ask.
  http.on('upgrade', (_request, wire: Duplex) => rejectUpgrade(wire))
  await wait(NOTICED_WITHIN_MS)
  const connections = openConnections(io)
  const count = connections.length
  const { least, most } = DRAIN_MS
  const takesMs = Math.min(Math.max((count / MOVES_A_SECOND) * 1_000, least), most)
  const ticks = Math.ceil(takesMs / TICK_MS)
  for (let tick = 1; tick <= ticks; tick += 1) {
    const stay = Math.floor(count * (1 - tick / ticks))
    for (const connection of connections.splice(stay)) connection.close()
    await wait(TICK_MS)
  }
}

/** Over which somebody was let in; a member's carries two namespaces. */
function openConnections(io: LiveServer) {
  const sockets = [...io.sockets.sockets.values(), ...io.of(AGORA_NAMESPACE).sockets.values()]
  return [...new Set(sockets.map(({ conn }) => conn))]
}
