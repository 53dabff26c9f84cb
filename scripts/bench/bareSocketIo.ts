import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'

/** Socket.IO with nothing on it, in a process of its own: each POST is told to one room. Prints its address. */
const EVENT_BYTES = 300

const { REDIS_URL } = process.env
const http = createServer((_request, response) => {
  io.to('room').emit('note:shared', { text: 'x'.repeat(EVENT_BYTES) })
  response.end('{}')
})
const io = new Server(http, {
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  ...(REDIS_URL && { adapter: createAdapter(new Redis(REDIS_URL), new Redis(REDIS_URL)) }),
})
io.on('connection', socket => void socket.join('room'))
http.listen(0, '127.0.0.1')
await once(http, 'listening')
process.stdout.write(`http://127.0.0.1:${(http.address() as AddressInfo).port}\n`)
