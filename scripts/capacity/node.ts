import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { io, type Socket } from 'socket.io-client'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { encodeText } from '#protocol/encoding.ts'
import { makeHub, newUser, shareNewNote } from '#tests/support/users.ts'
import { measure } from '../bench/load.ts'
import { createOwner, FEW } from '../bench/scaleOwner.ts'
import type { ScaleServer } from '../bench/scaleServer.ts'

/** Processor time in seconds, which other load hardly affects, and bytes. */
export interface NodeCosts {
  read: { node: number; engine: number }
  save: { node: number; engine: number }
  /** One event to one tab. */
  delivery: number
  socketBytes: number
}

const SOCKETS = 1_000
const SHARES = 30
/** The duration of `measure`. */
const MEASURED_S = 3
/** Clock ticks a second in /proc, on every Linux. */
const TICKS = 100

export async function measureNode(server: ScaleServer): Promise<NodeCosts> {
  // First, while the process is still small.
  const sockets = await measureSockets(server)
  const owner = await createOwner(server, 'capacity', FEW)
  const { url, pids } = server
  const costOf = async (path: string, body: object) => {
    const ask = () =>
      measure({ name: path, url: url + path, connections: 10, token: owner.token, bodies: [body] })
    // Warms up the compiler.
    await ask()
    const before = await processorTimes(pids)
    const { perSecond, failed } = await ask()
    if (failed > 0) throw new Error(`${path}: ${failed} failed`)
    const after = await processorTimes(pids)
    const calls = perSecond * MEASURED_S
    return { node: (after.node - before.node) / calls, engine: (after.engine - before.engine) / calls }
  }
  const reads = [
    await costOf('/api/friends/gethubs', {}),
    await costOf('/api/discussion/getsharednotes', { selectedHubNo: owner.hubNo }),
    await costOf('/api/note/get', { noteNo: owner.noteNo }),
  ]
  const draft = { noteNo: owner.otherNoteNo, title: '용량', text: encodeText('가나다라 '.repeat(200)) }
  return {
    read: { node: mean(reads.map(read => read.node)), engine: mean(reads.map(read => read.engine)) },
    save: await costOf('/api/note/update', draft),
    ...sockets,
  }
}

async function measureSockets({
  url,
  pids,
}: ScaleServer): Promise<Pick<NodeCosts, 'delivery' | 'socketBytes'>> {
  const [author, receiver] = [await newUser(url), await newUser(url)]
  const hubNo = await makeHub(author, receiver)
  const before = await residentBytes(pids.node)
  const sockets: Socket[] = []
  while (sockets.length < SOCKETS)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => open(url, receiver.token)))))
  const socketBytes = ((await residentBytes(pids.node)) - before) / SOCKETS

  const shareAll = async () => {
    const startedAt = (await processorTimes(pids)).node
    for (let shared = 0; shared < SHARES; shared += 1) {
      const received = sockets.map(socket => once(socket as never, 'note:shared'))
      await shareNewNote(author, hubNo)
      await Promise.all(received)
    }
    return (await processorTimes(pids)).node - startedAt
  }
  const toMany = await shareAll()
  for (const socket of sockets.splice(1)) socket.disconnect()
  const toOne = await shareAll()
  for (const socket of sockets) socket.disconnect()
  return { socketBytes, delivery: (toMany - toOne) / (SHARES * SOCKETS) }
}

async function open(url: string, token: string): Promise<Socket> {
  const auth = { token, protocol: PROTOCOL_VERSION }
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, auth })
  await once(socket as never, 'connect')
  return socket
}

async function processorTimes(pids: ScaleServer['pids']): Promise<{ node: number; engine: number }> {
  const [node, engine] = await Promise.all([pids.node, pids.engine].map(processorOf))
  return { node: node ?? 0, engine: engine ?? 0 }
}

/** In seconds, for all threads. */
async function processorOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** In bytes. */
async function residentBytes(pid: number): Promise<number> {
  const [, kilobytes] = (await readFile(`/proc/${pid}/status`, 'utf8')).match(/VmRSS:\s+(\d+)/) ?? []
  return Number(kilobytes) * 1_024
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
