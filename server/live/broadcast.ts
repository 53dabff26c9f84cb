import type { Server, Socket } from 'socket.io'
import {
  AGORA_NAMESPACE,
  type AgoraEventName,
  type ClientEvents,
  type HubEventName,
  type ServerEventName,
  type ServerEventPayload,
  type ServerEvents,
} from '#protocol/events.ts'
import type { Counts } from '#server/platform/metrics/counts.ts'

/** What this server keeps with each socket. */
export interface SocketData {
  userNo: number
  tokenId: string
  token: string
  expiresAt: Date
}
/** What nodes say to each other. */
export interface NodeEvents {
  /** Asked of all: each carries it out on its own sockets and acknowledges. */
  order: (order: Order, done: () => void) => void
  tellEach: (message: EachMessage) => void
  tellMembers: (message: MembersMessage) => void
  /** What was said may have been lost: have every socket join its rooms anew and fetch again. */
  renew: () => void
  /** A node is there; said over and over. */
  here: (nodeId: string) => void
  /** A node stops in order; nothing that it said is lost. */
  gone: (nodeId: string) => void
  /** Each tells the hub who of its own sockets looks at it. */
  presenceWanted: (hubNo: number) => void
  /** Asked of all: each tells at which hubs somebody looks over its sockets. */
  lookedAt: (userNo: number, tell: (hubNos: number[]) => void) => void
  /** Asked of all: each tells how many sockets are open at it. */
  countSockets: (tell: (count: number) => void) => void
}
export type LiveServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>

export type Order =
  | { kind: 'seat'; userNos: number[] }
  | { kind: 'endSession'; tokenId: string }
  | { kind: 'endUser'; userNo: number; isSuspended?: boolean }
  | { kind: 'forget'; what: RememberedName; number: number }
  | { kind: 'forgetReadings' }

/** What every node remembers, for as long as it does not change. */
export type RememberedName = 'people' | 'topicTitles' | 'hubCounts' | 'topicCounts'

/** Different things for different people; those who are told the same stand together, so that it is written once. */
export type EachMessage = {
  [Name in ServerEventName]: { name: Name; payloads: [userNos: number[], ServerEventPayload<Name>][] }
}[ServerEventName]

/** One thing for all members of a hub, to which something of their own is added for some. */
export type MembersMessage = {
  [Name in HubEventName]: {
    hubNo: number
    name: Name
    payload: ServerEventPayload<Name>
    own: [userNos: number[], Partial<ServerEventPayload<Name>>][]
  }
}[HubEventName]

export const rooms = {
  user: (userNo: number) => `user:${userNo}`,
  hub: (hubNo: number) => `hub:${hubNo}`,
  session: (tokenId: string) => `session:${tokenId}`,
}

/** Whether a socket's user was in the hub when that was last looked up; orders see to it that it stays true. */
export function isInHub(socket: LiveSocket, hubNo: number): boolean {
  return socket.rooms.has(rooms.hub(hubNo))
}

/** How many of this node's sockets are in a room. */
export function socketsIn(io: LiveServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0
}

/** The way from the domain to people's screens, on whichever node they are. */
export interface Live {
  emitToHub<Name extends HubEventName>(hubNo: number, name: Name, payload: ServerEventPayload<Name>): void
  emitToUser<Name extends ServerEventName>(
    userNo: number,
    name: Name,
    payload: ServerEventPayload<Name>,
  ): void
  /** To all who look at the agora, signed in or not. */
  emitToAgora<Name extends AgoraEventName>(name: Name, payload: ServerEventPayload<Name>): void
  emitToEverybody<Name extends ServerEventName>(name: Name, payload: ServerEventPayload<Name>): void
  /** One message between nodes, however many people hear something of their own. */
  tellEach<Name extends ServerEventName>(
    name: Name,
    payloads: [userNos: number[], ServerEventPayload<Name>][],
  ): void
  /** Each socket in the hub's room hears it once, with what is its user's own. */
  tellMembers<Name extends HubEventName>(
    hubNo: number,
    name: Name,
    payload: ServerEventPayload<Name>,
    own: [userNos: number[], Partial<ServerEventPayload<Name>>][],
  ): void
  /** Resolves when these users' sockets, on every node, are in the rooms of the hubs that they are in now, and no other. */
  syncRooms(userNos: number[]): Promise<void>
  /** Resolves when every node has closed the session's sockets and no longer trusts its token. */
  endSession(tokenId: string): Promise<void>
  /** The same for all sessions of a user, who is told when it is because they are suspended. */
  endUser(userNo: number, isSuspended?: boolean): Promise<void>
  /** Resolves when no node counts any more on what it read of hubs: something may have been saved that no hub counted. */
  forgetReadings(): Promise<void>
  /** Resolves when no node remembers any more what has changed. */
  forget(what: RememberedName, number: number): Promise<void>
  /** How many sockets are open, members' and visitors', at all nodes that answer. */
  countSockets(): Promise<number>
}

interface LiveParts {
  io: LiveServer
  /** Of what is told, by name. */
  counts: Counts
  /** Carries an order out on this node and resolves when the other nodes have, too. */
  everywhere(order: Order): Promise<void>
  /** Null on a single node. */
  otherNodes: OtherNodes | null
}

interface OtherNodes {
  tellEach(message: EachMessage): void
  tellMembers(message: MembersMessage): void
  countSockets(): Promise<number>
}

export function createLive({ io, counts, everywhere, otherNodes }: LiveParts): Live {
  function tell<Name extends ServerEventName>(
    target: Parameters<typeof emit>[0],
    name: Name,
    payload: ServerEventPayload<Name>,
  ): void {
    counts.add(name)
    emit(target, name, payload)
  }

  return {
    emitToHub: (hubNo, name, payload) => tell(io.to(rooms.hub(hubNo)), name, payload),
    emitToUser: (userNo, name, payload) => tell(io.to(rooms.user(userNo)), name, payload),
    emitToAgora: (name, payload) => tell(io.of(AGORA_NAMESPACE), name, payload),
    emitToEverybody: (name, payload) => tell(io, name, payload),
    tellEach(name, payloads) {
      counts.add(name)
      const message = { name, payloads } as EachMessage
      publishToEachLocally(io, message)
      otherNodes?.tellEach(message)
    },
    tellMembers(hubNo, name, payload, own) {
      counts.add(name)
      const message = { hubNo, name, payload, own } as MembersMessage
      // First to the others, who hear it while this node still tells its own.
      otherNodes?.tellMembers(message)
      publishToMembersLocally(io, message)
    },
    syncRooms: userNos => everywhere({ kind: 'seat', userNos }),
    endSession: tokenId => everywhere({ kind: 'endSession', tokenId }),
    endUser: (userNo, isSuspended = false) => everywhere({ kind: 'endUser', userNo, isSuspended }),
    forgetReadings: () => everywhere({ kind: 'forgetReadings' }),
    forget: (what, number) => everywhere({ kind: 'forget', what, number }),
    countSockets: async () => io.engine.clientsCount + ((await otherNodes?.countSockets()) ?? 0),
  }
}

/** On this node's sockets. */
export function publishToEachLocally(io: LiveServer, { name, payloads }: EachMessage): void {
  for (const [userNos, payload] of payloads) emit(io.local.to(userNos.map(rooms.user)), name, payload)
}

/** Written once for all who hear the same; nobody hears it who is not in the hub's room. */
export function publishToMembersLocally(io: LiveServer, { hubNo, name, payload, own }: MembersMessage): void {
  const addedTo = new Map(own.flatMap(([userNos, added]) => userNos.map(userNo => [userNo, added])))
  const alike = new Map<Partial<typeof payload> | undefined, string[]>()
  for (const id of io.sockets.adapter.rooms.get(rooms.hub(hubNo)) ?? []) {
    const socket = io.sockets.sockets.get(id)
    if (socket === undefined) continue
    const added = addedTo.get(socket.data.userNo)
    const ids = alike.get(added)
    if (ids) ids.push(id)
    else alike.set(added, [id])
  }
  for (const [added, ids] of alike) emit(io.local.to(ids), name, { ...payload, ...added } as typeof payload)
}

/** Socket.IO's overloads cannot follow a name and its payload as one generic pair; this signature can. */
export function emit<Name extends ServerEventName>(
  target: { emit(name: ServerEventName, payload: never): unknown },
  name: Name,
  payload: ServerEventPayload<Name>,
): void {
  target.emit(name, payload as never)
}
