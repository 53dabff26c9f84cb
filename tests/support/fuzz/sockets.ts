import { setTimeout as after } from 'node:timers/promises'
import fc from 'fast-check'
import { WebSocket } from 'ws'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE, clientEvents } from '#protocol/events.ts'
import { split } from '../split.ts'
import { newUser } from '../users.ts'
import { anyValue, RawJson, SentFile } from './values.ts'

/** Of one socket before it disconnects. */
const FRAMES_MAX = 20
const CONCURRENCY = 10
/** The timeout of a handshake that never finishes. */
const OPENING_MS = 5_000

export interface SocketFuzzReport {
  frames: number
  failures: string[]
}

type Frame = string | Uint8Array
interface Visit {
  query: string
  greeting: 'member' | 'visitor' | 'agora' | 'none'
  frames: Frame[]
}

const names = [
  ...Object.keys(clientEvents),
  ...split('note:shared·seat·disconnect·connect·error·__proto__'),
  '',
]
const jsonOf = (value: unknown) => {
  if (value instanceof RawJson) return value.text
  return JSON.stringify(value instanceof SentFile ? value.bytes : value) ?? 'null'
}

const event = fc
  .tuple(
    fc.constantFrom(...names),
    fc.array(anyValue, { maxLength: 3 }),
    fc.constantFrom('', '7', '/agora,', '/other,'),
  )
  .map(
    ([name, values, address]) =>
      `42${address}[${[name, ...values].map((value, place) => (place === 0 ? JSON.stringify(value) : jsonOf(value))).join(',')}]`,
  )
const withNumbers = fc
  .record({ hubNo: anyValue, noteNo: anyValue })
  .chain(({ hubNo, noteNo }) =>
    fc
      .constantFrom(...names)
      .map(name => `42["${name}",{"hubNo":${jsonOf(hubNo)},"noteNo":${jsonOf(noteNo)}}]`),
  )
const oddFrames = [
  '',
  ...split(
    '0·1·2·2probe·3·4·40·40{}·40{"token":1}·40/agora,{"protocol":"x"}·40/other,·41·41/agora,·42',
    '42[]·42[1]·42{}·42["hub:look"·43[]·439999999999999999999[]·44"x"',
    '451-["hub:look",{"_placeholder":true,"num":0}]',
    '459999-["hub:look",{"_placeholder":true,"num":0}]',
    '451-["hub:look",{"_placeholder":true,"num":-1}]·46·5·6·9·bAAAA',
  ),
  '4'.repeat(5_000),
  `42["hub:look",${'['.repeat(5_000)}`,
  'x'.repeat(20_000),
]
const frame: fc.Arbitrary<Frame> = fc.oneof(
  { weight: 4, arbitrary: withNumbers },
  { weight: 3, arbitrary: event },
  { weight: 2, arbitrary: fc.constantFrom(...oddFrames) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
)
const visits: fc.Arbitrary<Visit> = fc.record({
  query: fc.oneof(
    { weight: 9, arbitrary: fc.constant('EIO=4&transport=websocket') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ...split(
          'EIO=3&transport=websocket·EIO=x·EIO=4&transport=polling·EIO=4&transport=websocket&sid=x',
          'EIO=4&transport=webtransport·EIO=4&EIO=4&transport[]=websocket',
        ),
      ),
    },
  ),
  greeting: fc.constantFrom('member', 'visitor', 'agora', 'none'),
  frames: fc.array(frame, { minLength: 1, maxLength: FRAMES_MAX }),
})

/** Opens sockets that send invalid messages. Another user’s socket must not be affected. */
export async function fuzzSockets({
  url,
  sockets,
  seed,
}: {
  url: string
  sockets: number
  seed: number
}): Promise<SocketFuzzReport> {
  const report: SocketFuzzReport = { frames: 0, failures: [] }
  const member = await newUser(url)
  const onlooker = await (await newUser(url)).openSocket()
  const waiting = fc.sample(visits, { seed, numRuns: sockets })
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let visit = waiting.shift(); visit !== undefined; visit = waiting.shift()) {
      const frames = await runVisit(visit, url, member.token)
      report.frames += frames
    }
  })
  await Promise.all(workers)
  if (!onlooker.socket.connected) report.failures.push('another socket was closed')
  if (onlooker.received.length > 0)
    report.failures.push(`another socket heard ${JSON.stringify(onlooker.received)}`)
  onlooker.close()
  const { ok } = await fetch(`${url}/api/health`)
  if (!ok) report.failures.push('the server is not healthy after the sockets')
  return report
}

/** Resolves with the number of frames that were sent, once the server has received them or has closed the socket. */
async function runVisit({ query, greeting, frames }: Visit, url: string, token: string): Promise<number> {
  const address = `${url.replace('http', 'ws')}/socket.io/?${query}`
  const socket = new WebSocket(address, { handshakeTimeout: OPENING_MS })
  socket.on('error', () => undefined)
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
  const opened = new Promise<void>(resolve => socket.once('open', resolve))
  const greeted = new Promise<void>(resolve => {
    socket.on('message', message => String(message).startsWith('4') && resolve())
  })
  await Promise.race([opened, closed])
  if (socket.readyState !== WebSocket.OPEN) return 0
  if (greeting !== 'none') {
    socket.send(greetings(token)[greeting])
    // Messages before the response to the handshake are ignored.
    await Promise.race([greeted, closed, after(OPENING_MS)])
  }
  for (const frame of frames) socket.send(frame)
  socket.close()
  await Promise.race([closed, after(OPENING_MS)])
  socket.terminate()
  return frames.length
}

const greetings = (token: string) => ({
  member: `40${JSON.stringify({ token, protocol: PROTOCOL_VERSION })}`,
  visitor: `40${JSON.stringify({ token: '', protocol: PROTOCOL_VERSION })}`,
  agora: `40${AGORA_NAMESPACE},${JSON.stringify({ protocol: PROTOCOL_VERSION })}`,
})
