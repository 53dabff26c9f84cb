import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import { type WebSocket, WebSocketServer } from 'ws'
import { events, HUB_SIZES, type PublishedEvent } from './liveFixtures.ts'

/**
 * A plain Socket.IO or `ws` server, in its own process. A socket's token is the index of its user. Each POST publishes an event of
 * 글마루 to the first `hubNo` users. Prints its address.
 */
const { REDIS_URL, KIND, EVENT } = process.env
const eventName = EVENT as PublishedEvent
const event = events[eventName]
const http = createServer(async (request, response) => {
  const { hubNo } = JSON.parse(await bodyOf(request)) as { hubNo: number }
  publish(hubNo)
  response.end('{}')
})
const publish = KIND === 'ws' ? overWs() : overSocketIo()
http.listen(0, '127.0.0.1')
await once(http, 'listening')
process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`)

function overSocketIo(): (hub: number) => void {
  const io = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
    ...(REDIS_URL && { adapter: createAdapter(new Redis(REDIS_URL), new Redis(REDIS_URL)) }),
  })
  io.on('connection', socket => {
    const place = Number(socket.handshake.auth.token)
    void socket.join(HUB_SIZES.filter(size => place < size).map(String))
  })
  return hub => io.to(String(hub)).emit(eventName, event)
}

function overWs(): (hub: number) => void {
  const rooms = new Map(HUB_SIZES.map(size => [size, new Set<WebSocket>()]))
  const server = new WebSocketServer({ server: http, perMessageDeflate: false })
  server.on('connection', (socket, request) => {
    const place = Number(request.headers.token)
    for (const [size, room] of rooms) if (place < size) room.add(socket)
  })
  return hub => {
    const message = Buffer.from(JSON.stringify(event))
    for (const socket of rooms.get(hub) ?? []) socket.send(message, { binary: false })
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}
