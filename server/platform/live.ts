import type { Server, Socket } from 'socket.io'
import type { ClientEvents, ServerEventName, ServerEventPayload, ServerEvents } from '#protocol/events.ts'

/** What this server keeps with each socket. */
export interface SocketData {
  userNo: number
  tokenId: string
  token: string
  expiresAt: Date
}
/** What one node asks of all: each carries it out on its own sockets and acknowledges. */
export interface NodeEvents {
  order: (order: Order, done: () => void) => void
}
export type LiveServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>

export type Order =
  | { kind: 'seat'; userNos: number[] }
  | { kind: 'endSession'; tokenId: string }
  | { kind: 'endUser'; userNo: number }
  | {
      [Name in ServerEventName]: {
        kind: 'tellEach'
        name: Name
        payloads: [userNo: number, ServerEventPayload<Name>][]
      }
    }[ServerEventName]

export const rooms = {
  user: (userNo: number) => `user:${userNo}`,
  hub: (hubNo: number) => `hub:${hubNo}`,
  session: (tokenId: string) => `session:${tokenId}`,
}

/** The way from the domain to people's screens, on whichever node they are. */
export interface Live {
  tellHub<Name extends ServerEventName>(hubNo: number, name: Name, payload: ServerEventPayload<Name>): void
  tellUser<Name extends ServerEventName>(userNo: number, name: Name, payload: ServerEventPayload<Name>): void
  /** One message between nodes, however many people hear something of their own. */
  tellEach<Name extends ServerEventName>(
    name: Name,
    payloads: [userNo: number, ServerEventPayload<Name>][],
  ): void
  /** Resolves when these users' sockets, on every node, are in the rooms of the hubs that they are in now, and no other. */
  seat(userNos: number[]): Promise<void>
  /** Resolves when every node has closed the session's sockets and no longer trusts its token. */
  endSession(tokenId: string): Promise<void>
  /** The same for all sessions of a user. */
  endUser(userNo: number): Promise<void>
}

/** `everywhere` carries an order out on this node and resolves when the other nodes have, too. */
export function createLive(io: LiveServer, everywhere: (order: Order) => Promise<void>): Live {
  return {
    tellHub: (hubNo, name, payload) => emit(io.to(rooms.hub(hubNo)), name, payload),
    tellUser: (userNo, name, payload) => emit(io.to(rooms.user(userNo)), name, payload),
    tellEach: (name, payloads) => void everywhere({ kind: 'tellEach', name, payloads } as Order),
    seat: userNos => everywhere({ kind: 'seat', userNos }),
    endSession: tokenId => everywhere({ kind: 'endSession', tokenId }),
    endUser: userNo => everywhere({ kind: 'endUser', userNo }),
  }
}

/** Socket.IO's overloads cannot follow a name and its payload as one generic pair; this signature can. */
export function emit<Name extends ServerEventName>(
  target: { emit(name: ServerEventName, payload: never): unknown },
  name: Name,
  payload: ServerEventPayload<Name>,
): void {
  target.emit(name, payload as never)
}
