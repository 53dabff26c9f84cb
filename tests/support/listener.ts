import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import {
  AGORA_NAMESPACE,
  type ClientEvents,
  type ServerEventName,
  type ServerEventPayload,
  type ServerEvents,
  serverEvents,
} from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'

const PATIENCE_MS = 5_000

export type Received = {
  [Name in ServerEventName]: { name: Name; payload: ServerEventPayload<Name> }
}[ServerEventName]

/** A socket as our client opens it, which keeps all that it hears. Payloads are checked against the protocol. */
export interface Listener {
  socket: Socket<ServerEvents, ClientEvents>
  received: Received[]
  /** Passes on each event from now on, in the order of hearing. */
  onReceived(receive: (event: Received) => void): void
  /** The first event of this name that fits, heard already or yet to come. */
  receives<Name extends ServerEventName>(
    name: Name,
    fits?: (payload: ServerEventPayload<Name>) => boolean,
  ): Promise<ServerEventPayload<Name>>
  close(): void
}

export function listen(url: string, token: string): Promise<Listener> {
  return open(url, { token, protocol: PROTOCOL_VERSION })
}

/** A visitor's socket, who looks at the agora. */
export function visit(url: string): Promise<Listener> {
  return open(url + AGORA_NAMESPACE, { protocol: PROTOCOL_VERSION })
}

async function open(url: string, auth: Record<string, unknown>): Promise<Listener> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  })
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const hearers: ((event: Received) => void)[] = []
  socket.onAny((name: ServerEventName, payload: unknown) => {
    const event = { name, payload: serverEvents[name].parse(payload) } as Received
    received.push(event)
    for (const receive of hearers) receive(event)
    for (const look of waiting) look()
  })
  await connected(socket)

  function receives<Name extends ServerEventName>(
    name: Name,
    fits: (payload: ServerEventPayload<Name>) => boolean = () => true,
  ): Promise<ServerEventPayload<Name>> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`${name} was not heard; heard were ${JSON.stringify(received)}`))
      }, PATIENCE_MS)
      function look(): void {
        const found = received.find(
          event => event.name === name && fits(event.payload as ServerEventPayload<Name>),
        )
        if (found === undefined) return
        clearTimeout(patience)
        waiting.delete(look)
        resolve(found.payload as ServerEventPayload<Name>)
      }
      waiting.add(look)
      look()
    })
  }

  return {
    socket,
    received,
    onReceived: receive => void hearers.push(receive),
    receives,
    close: () => void socket.disconnect(),
  }
}

/** Why a handshake is refused. */
export async function rejectedBy(url: string, auth: Record<string, unknown>): Promise<string> {
  const socket = io(url, { transports: ['websocket'], auth, forceNew: true, reconnection: false })
  const [error] = await once(socket as never, 'connect_error')
  socket.disconnect()
  return error.message
}

function connected(socket: Socket<ServerEvents, ClientEvents>): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
}
