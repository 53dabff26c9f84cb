import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { GUARDED_SERVER_OPTIONS, guardConnections } from './connections.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const sockets: Socket[] = []
let http: Server

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await new Promise(resolve => http.close(resolve))
})

async function open(): Promise<Socket> {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket): Promise<void> {
  socket.write(REQUEST)
  await once(socket, 'data')
}

test('an idle connection does not wait for busy ones of the same address', async () => {
  http = createServer(GUARDED_SERVER_OPTIONS, (_request, response) => response.end('done'))
  guardConnections(http, {
    trustsProxy: () => false,
    floods: { burst: 1, perSecond: 1 },
    scale: 1,
    headBytesMax: 1_000_000,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const idle = await open()
  await ask(idle)
  const busy = await Promise.all(Array.from({ length: 200 }, open))
  let answered = 0
  const atWork = busy.map(async socket => {
    socket.on('data', () => {
      answered += 1
      socket.write(REQUEST)
    })
    await ask(socket)
  })
  await Promise.all(atWork)
  // Each tick accepts one connection, so with long ticks this alone takes many rounds.
  expect(answered).toBeLessThan(30 * busy.length)
  for (let asked = 0; asked < 10; asked += 1) {
    for (const socket of [idle, await open()]) {
      const before = answered
      await ask(socket)
      expect(answered - before).toBeLessThan(2 * busy.length)
    }
  }
})
