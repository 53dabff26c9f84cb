import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Server } from 'socket.io'
import { io as connect, type Socket } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { LiveServer } from './broadcast.ts'
import { createSocketGuard, type GuardLimits } from './socketGuard.ts'

/** A server with only the guard. Clients choose their user and address. */
const plenty = { burst: 1_000, perSecond: 1_000 }
const single = { burst: 1, perSecond: 0.001 }
const generous: GuardLimits = {
  unauthenticatedTimeoutMs: 60_000,
  upgrades: { everyMs: 1, waitingMax: 100 },
  maxSockets: { user: 100, addressWithoutToken: 100, addressWithToken: 100 },
  traffic: {
    withoutToken: { connection: plenty, address: plenty },
    withToken: { user: plenty, address: plenty },
  },
  sendBuffer: { packets: 500, bytes: 1_000_000 },
  floods: { user: plenty, address: plenty },
}
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function start(limits: Partial<GuardLimits>, scale = 1) {
  const guard = createSocketGuard({
    addressOf: ({ headers }) => String(headers['x-address'] ?? 'school'),
    limits: { ...generous, ...limits },
    scale,
    log: pino({ level: 'silent' }),
  })
  const http = createServer()
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    allowRequest(request, answer) {
      guard.queueUpgrade(request, rejection => answer(rejection, rejection === null))
    },
  })
  guard.watch(io)
  io.of(AGORA_NAMESPACE)
  io.use((socket, next) => {
    const { userNo } = socket.handshake.auth
    const rejection = guard.admitUser(socket, userNo)
    socket.data = { userNo, tokenId: '', token: '', expiresAt: new Date() }
    next(rejection === null ? undefined : new Error(rejection))
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  stops.push(() => io.close())
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  function raw(query = '', address = 'school'): WebSocket {
    const path = `/socket.io/?EIO=4&transport=websocket${query}`
    const socket = new WebSocket(url.replace('http', 'ws') + path, { headers: { 'x-address': address } })
    socket.on('error', () => undefined)
    stops.push(() => socket.terminate())
    return socket
  }
  return {
    guard,
    io,
    raw,
    /** Returns 'open' or the reason for the rejection. */
    async upgrade(query = '', address = 'school') {
      const socket = raw(query, address)
      const outcome = await Promise.race([
        once(socket, 'open').then(() => 'open'),
        once(socket, 'unexpected-response').then(async ([, response]) => {
          const words: Buffer[] = []
          for await (const word of response) words.push(word)
          return Buffer.concat(words).toString()
        }),
      ])
      return { socket, outcome }
    },
    /** Connects a user's socket and returns 'in' or the rejection. */
    async member(userNo: number, address = 'school') {
      const socket = connect(url, {
        transports: ['websocket'],
        auth: { userNo },
        extraHeaders: { 'x-address': address },
        forceNew: true,
        reconnection: false,
      })
      stops.push(() => socket.disconnect())
      const outcome = await new Promise<string>(resolve => {
        socket.once('connect', () => resolve('in'))
        socket.once('connect_error', ({ message }) => resolve(message))
      })
      return { socket, outcome }
    },
  }
}

const outcomes = (tried: { outcome: string }[]) => tried.map(({ outcome }) => outcome)
const endOf = (socket: Socket) => new Promise(resolve => socket.once('socket:ended', resolve))

test('upgrades of one address are throttled, those of another do not wait', async () => {
  const { upgrade } = await start({ upgrades: { everyMs: 500, waitingMax: 1 } })
  expect((await upgrade()).outcome).toBe('open')
  const next = upgrade()
  expect((await upgrade()).outcome).toContain('crowded')
  expect((await upgrade('', 'elsewhere')).outcome).toBe('open')
  expect(await Promise.race([next, 'waits'])).toBe('waits')
})

test('closes a connection without a namespace, also after leaving all', async () => {
  const { raw, io } = await start({ unauthenticatedTimeoutMs: 50 })
  const silent = raw()
  await once(silent, 'close')
  const left = raw()
  await once(left, 'open')
  left.send(`40${AGORA_NAMESPACE},`)
  await once(io.of(AGORA_NAMESPACE), 'connection')
  left.send(`41${AGORA_NAMESPACE},`)
  await once(left, 'close')
})

test('limits unauthenticated connections per address, not counting the agora', async () => {
  const { upgrade, io } = await start(
    { maxSockets: { ...generous.maxSockets, addressWithoutToken: 20 } },
    0.1,
  )
  const first = await upgrade()
  const tried = [await upgrade(), await upgrade(), await upgrade('', 'home')]
  expect(outcomes([first, ...tried])).toEqual(['open', 'open', 'crowded', 'open'])
  first.socket.send(`40${AGORA_NAMESPACE},`)
  await once(io.of(AGORA_NAMESPACE), 'connection')
  expect(outcomes([await upgrade(), await upgrade()])).toEqual(['open', 'crowded'])
})

test('limits sockets per user and address; a closed socket frees its slot', async () => {
  const maxSockets = { ...generous.maxSockets, user: 2, addressWithToken: 3 }
  const { member, io } = await start({ maxSockets })
  const [first] = [await member(1), await member(1)]
  expect(outcomes([await member(1), await member(1, 'home'), await member(2)])).toEqual([
    'crowded',
    'crowded',
    'in',
  ])
  expect(outcomes([await member(3), await member(3, 'home')])).toEqual(['crowded', 'in'])
  const gone = [...io.sockets.sockets.values()].map(socket => once(socket as never, 'disconnect'))
  first?.socket.disconnect()
  await Promise.race(gone)
  expect(outcomes([await member(1), await member(1)])).toEqual(['in', 'crowded'])
})

test('counts sockets during their handshake until they close', async () => {
  const { member, raw, io } = await start({ maxSockets: { ...generous.maxSockets, user: 2 } })
  const held: (() => void)[] = []
  const onTheirWay = new Promise(resolve =>
    io.use((_socket, next) => {
      held.push(next)
      if (held.length === 2) resolve(held)
      if (held.length > 2) next()
    }),
  )
  const waiting = [raw(), raw()]
  for (const socket of waiting) {
    await once(socket, 'open')
    socket.send('40{"userNo":1}')
  }
  await onTheirWay
  expect((await member(1)).outcome).toBe('crowded')
  waiting[0]?.terminate()
  await expect.poll(async () => (await member(1)).outcome).toBe('in')
})

test.each([
  ['unhandled events', '42["nonsense"]'],
  ['pongs', '3'],
  ['unknown namespaces', '40/nowhere,'],
  ['one big message', `42["${'x'.repeat(30_000)}"]`],
])('closes a connection that floods with %s', async (_what, message) => {
  const withoutToken = { connection: { burst: 40, perSecond: 1 }, address: plenty }
  const { raw, io } = await start({ traffic: { ...generous.traffic, withoutToken } })
  let received = 0
  io.engine.on('connection', (connection: { on(name: 'packet', count: () => void): void }) =>
    connection.on('packet', () => {
      received += 1
    }),
  )
  const socket = raw()
  await once(socket, 'open')
  for (let sent = 0; sent < 5_000; sent += 1) socket.send(message)
  await once(socket, 'close')
  expect(received).toBeLessThanOrEqual(40)
})

test('counts WebSocket pings', async () => {
  const withoutToken = { connection: { burst: 10, perSecond: 1 }, address: plenty }
  const { raw } = await start({ traffic: { ...generous.traffic, withoutToken } })
  const socket = raw()
  await once(socket, 'open')
  const pinging = setInterval(() => socket.ping(), 1)
  stops.push(() => clearInterval(pinging))
  await once(socket, 'close')
})

test('a flooding user learns why, gets no new budget by reconnecting, and does not affect others of the address', async () => {
  const { member, io } = await start({
    traffic: { ...generous.traffic, withToken: { user: { burst: 60, perSecond: 0.001 }, address: plenty } },
  })
  const flooding = await member(1)
  const other = await member(2)
  const ended = endOf(flooding.socket)
  for (let sent = 0; sent < 100; sent += 1) flooding.socket.emit('nonsense')
  expect(await ended).toEqual({ reason: 'flooding' })
  const again = await member(1)
  const endedAgain = endOf(again.socket)
  for (let sent = 0; sent < 60; sent += 1) again.socket.emit('nonsense')
  await endedAgain
  const received = new Promise(resolve => other.socket.once('node:gone', resolve))
  io.emit('node:gone', { nodeId: 'x' })
  await received
})

test('adds up the traffic of all connections of an address', async () => {
  const withoutToken = { connection: plenty, address: { burst: 40, perSecond: 0.001 } }
  const { raw } = await start({ traffic: { ...generous.traffic, withoutToken } })
  const sockets = [raw(), raw(), raw()]
  const elsewhere = raw('', 'home')
  await Promise.all([...sockets, elsewhere].map(socket => once(socket, 'open')))
  const closed = Promise.race(sockets.map(socket => once(socket, 'close')))
  for (let sent = 0; sent < 14; sent += 1) for (const socket of [...sockets, elsewhere]) socket.send('3')
  await closed
  expect(elsewhere.readyState).toBe(WebSocket.OPEN)
})

test('rejects a flooding user, and flags a flooding address for visitors', async () => {
  const traffic = {
    withoutToken: { connection: { burst: 10, perSecond: 0.001 }, address: plenty },
    withToken: { user: { burst: 10, perSecond: 0.001 }, address: plenty },
  }
  const { guard, member, upgrade } = await start({ traffic, floods: { user: single, address: single } })
  const { socket } = await member(1, 'home')
  const ended = endOf(socket)
  for (let sent = 0; sent < 20; sent += 1) socket.emit('nonsense')
  await ended
  expect(outcomes([await member(1, 'library'), await member(2, 'home')])).toEqual(['flooding', 'in'])
  expect(guard.isFlooded('library')).toBe(true)
  expect((await member(3, 'library')).outcome).toBe('in')

  const visitor = await upgrade()
  for (let sent = 0; sent < 50; sent += 1) visitor.socket.send('3')
  await once(visitor.socket, 'close')
  expect([guard.isFlooded('school'), guard.isFlooded('home')]).toEqual([true, false])
})

test('rejects an upgrade with the ID of an existing connection', async () => {
  const { raw, upgrade } = await start({})
  const socket = raw()
  const [opening] = await once(socket, 'message')
  const { sid } = JSON.parse(String(opening).slice(1))
  expect((await upgrade(`&sid=${sid}`)).outcome).toContain('Bad request')
})

test.each(['cut off', 'gone'])(
  'drops the send buffer of a socket that does not read and is %s, without writing each packet',
  async how => {
    const { io, member } = await start({ sendBuffer: { packets: 500, bytes: 100_000_000 } })
    const { socket } = await member(1)
    const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; terminate(): void } }
    ws.pause()
    const [atServer] = io.sockets.sockets.values()
    const left = new Promise(resolve => atServer?.once('disconnect', resolve))
    const send = (userName: string) =>
      io.emit('comment:composing', { hubNo: 1, noteNo: 1, userNo: 1, userName })
    // More than the operating system buffers.
    for (let sent = 0; sent < 100; sent += 1) {
      send('가'.repeat(100_000))
      await new Promise(setImmediate)
    }

    let traces = 0
    const { prepareStackTrace } = Error
    Error.prepareStackTrace = () => {
      traces += 1
      return ''
    }
    stops.push(() => {
      Error.prepareStackTrace = prepareStackTrace
    })
    if (how === 'gone') ws.terminate()
    else for (let sent = 0; sent < 500; sent += 1) send('그만')
    await left
    await new Promise(setImmediate)
    expect(traces).toBeLessThan(10)
  },
)
