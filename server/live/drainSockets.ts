import type { Server as HttpServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { LiveServer } from './broadcast.ts'

/** By then a proxy that polls `/readyz` every second has stopped routing here. */
const PROXY_NOTICE_MS = 1_500
/** Each reconnecting client makes a handful of calls on its new node. */
const CLOSES_PER_SECOND = 500
/** Bounds of the duration, whatever the number of sockets. */
const DRAIN_MS = { least: 1_500, most: 10_000 }
const TICK_MS = 50

/**
 * Drains the sockets before shutdown. Rejects new upgrades with 503, waits until the proxy has noticed, then closes the
 * connections gradually so that reconnects do not overload the other nodes. Clients reconnect at once, and the proxy
 * routes them elsewhere.
 */
export async function drainSockets(io: LiveServer, http: HttpServer): Promise<void> {
  http.removeAllListeners('upgrade')
  // On a 503 a proxy may try another node.
  http.on('upgrade', (_request, netSocket: Duplex) => rejectUpgrade(netSocket))
  await wait(PROXY_NOTICE_MS)
  const connections = openConnections(io)
  const count = connections.length
  const { least, most } = DRAIN_MS
  const durationMs = Math.min(Math.max((count / CLOSES_PER_SECOND) * 1_000, least), most)
  const ticks = Math.ceil(durationMs / TICK_MS)
  for (let tick = 1; tick <= ticks; tick += 1) {
    const remaining = Math.floor(count * (1 - tick / ticks))
    for (const connection of connections.splice(remaining)) connection.close()
    await wait(TICK_MS)
  }
}

/** Authenticated connections. A member's connection carries two namespaces. */
function openConnections(io: LiveServer) {
  const sockets = [...io.sockets.sockets.values(), ...io.of(AGORA_NAMESPACE).sockets.values()]
  return [...new Set(sockets.map(({ conn }) => conn))]
}

/** How long the response may wait for a client that does not read. */
const RESPONSE_TIMEOUT_MS = 1_000

/**
 * Answers 503 and closes the connection. Node no longer tracks an upgraded connection, so a peer that never closes it
 * would keep the shutdown waiting forever.
 */
function rejectUpgrade(netSocket: Duplex): void {
  const timeout = setTimeout(() => netSocket.destroy(), RESPONSE_TIMEOUT_MS)
  netSocket.once('close', () => clearTimeout(timeout))
  netSocket.on('error', () => netSocket.destroy())
  netSocket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () =>
    netSocket.destroy(),
  )
}
