import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import { type WebSocket, WebSocketServer } from 'ws'
import { events, type PublishedEvent } from './liveEvents.ts'
import { HUB_SIZES } from './liveWorld.ts'

/**
 * Socket.IO, or the `ws` that it stands on, with nothing on it, in a process of its own. A socket's token is its user's
 * place among the members; each POST is told to the first so many of them,
 * as an event that 글마루 tells. Prints its address.
 */
const { REDIS_URL, KIND, TOLD } = process.env
const told = TOLD as PublishedEvent
const event = events[told]
const http = createServer(async (request, response) => {
  const { hubNo } = JSON.parse(await bodyOf(request)) as { hubNo: number }
  tell(hubNo)
  response.end('{}')
})
const tell = KIND === 'ws' ? overWs() : overSocketIo()
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
  return hub => io.to(String(hub)).emit(told, event)
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
