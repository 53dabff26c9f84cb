import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import {
  AGORA_NAMESPACE,
  type ClientEvents,
  type ServerEventName,
  type ServerEventPayload,
  type ServerEvents,
  serverEvents,
} from '#protocol/events.ts'
import { openTabs } from './openTabs.ts'

const TIMEOUT_MS = 5_000

export type Received = {
  [Name in ServerEventName]: { name: Name; payload: ServerEventPayload<Name> }
}[ServerEventName]

/** A socket as the client opens it, which records all events. Payloads are validated against the protocol. */
export interface TestSocket {
  socket: Socket<ServerEvents, ClientEvents>
  received: Received[]
  /** Calls `receive` for each event from now on, in order. */
  onEvent(receive: (event: Received) => void): void
  /** Resolves with the first event of this name that matches, already received or not. */
  waitForEvent<Name extends ServerEventName>(
    name: Name,
    fits?: (payload: ServerEventPayload<Name>) => boolean,
  ): Promise<ServerEventPayload<Name>>
  close(): void
}

export function openSocket(url: string, token: string): Promise<TestSocket> {
  return open(url, { token, protocol: PROTOCOL_VERSION })
}

/** The socket of a visitor who views the agora. */
export function openVisitorSocket(url: string): Promise<TestSocket> {
  return open(url + AGORA_NAMESPACE, { protocol: PROTOCOL_VERSION })
}

async function open(url: string, auth: Record<string, unknown>): Promise<TestSocket> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    auth,
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  })
  openTabs.add(() => void socket.disconnect())
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const listeners: ((event: Received) => void)[] = []
  socket.onAny((name: ServerEventName, payload: unknown) => {
    const event = { name, payload: serverEvents[name].parse(payload) } as Received
    received.push(event)
    for (const receive of listeners) receive(event)
    for (const check of waiting) check()
  })
  await connected(socket)

  function receives<Name extends ServerEventName>(
    name: Name,
    fits: (payload: ServerEventPayload<Name>) => boolean = () => true,
  ): Promise<ServerEventPayload<Name>> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`${name} was not received; received were ${JSON.stringify(received)}`))
      }, TIMEOUT_MS)
      function check(): void {
        const match = received.find(
          event => event.name === name && fits(event.payload as ServerEventPayload<Name>),
        )
        if (match === undefined) return
        clearTimeout(patience)
        waiting.delete(check)
        resolve(match.payload as ServerEventPayload<Name>)
      }
      waiting.add(check)
      check()
    })
  }

  return {
    socket,
    received,
    onEvent: receive => void listeners.push(receive),
    waitForEvent: receives,
    close: () => void socket.disconnect(),
  }
}

/** The error message of a rejected handshake. */
export async function handshakeError(url: string, auth: Record<string, unknown>): Promise<string> {
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
