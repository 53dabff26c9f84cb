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
import type { Counts } from '#server/platform/metrics/metrics.ts'

export interface SocketData {
  userNo: number
  tokenId: string
  token: string
  expiresAt: Date
}
/**
 * Names of the events between nodes. The strings are fixed: nodes of two releases exchange them during a rolling
 * upgrade.
 */
export const NODE_EVENTS = {
  clusterCommand: 'order',
  publishToEach: 'tellEach',
  publishToMembers: 'tellMembers',
  resync: 'renew',
  heartbeat: 'here',
  nodeLeft: 'gone',
  requestPresence: 'presenceWanted',
  findViewedHubs: 'lookedAt',
  countSockets: 'countSockets',
} as const

interface NodeEvents {
  /** Request to all nodes: each executes the command on its own sockets and acknowledges. */
  [NODE_EVENTS.clusterCommand]: (command: ClusterCommand, done: () => void) => void
  [NODE_EVENTS.publishToEach]: (message: EachMessage) => void
  [NODE_EVENTS.publishToMembers]: (message: MembersMessage) => void
  /** Messages may have been lost: every socket rejoins its rooms and refetches. */
  [NODE_EVENTS.resync]: () => void
  /** Heartbeat of a node. Nodes of earlier releases do not tell their release. */
  [NODE_EVENTS.heartbeat]: (nodeId: string, release?: string) => void
  /** A node shuts down in order; none of its messages is lost. */
  [NODE_EVENTS.nodeLeft]: (nodeId: string) => void
  /** Each node publishes its own viewers to the hub. */
  [NODE_EVENTS.requestPresence]: (hubNo: number) => void
  /** Request to all nodes: each answers with the hubs that the user is viewing over its sockets. */
  [NODE_EVENTS.findViewedHubs]: (userNo: number, respond: (hubNos: number[]) => void) => void
  /** Request to all nodes: each answers with its number of open sockets. */
  [NODE_EVENTS.countSockets]: (respond: (count: number) => void) => void
}
export type LiveServer = Server<ClientEvents, ServerEvents, NodeEvents, SocketData>
export type LiveSocket = Socket<ClientEvents, ServerEvents, NodeEvents, SocketData>

/** Kinds of cluster commands. The strings are fixed, like those of `NODE_EVENTS`. */
export const COMMAND_KINDS = {
  syncRooms: 'seat',
  endSession: 'endSession',
  endUser: 'endUser',
  invalidateRecord: 'forget',
  invalidateHubCaches: 'forgetReadings',
  leaveDocument: 'leaveDocument',
} as const

export type ClusterCommand =
  | { kind: typeof COMMAND_KINDS.syncRooms; userNos: number[] }
  | { kind: typeof COMMAND_KINDS.endSession; tokenId: string }
  | { kind: typeof COMMAND_KINDS.endUser; userNo: number; isSuspended?: boolean }
  | { kind: typeof COMMAND_KINDS.invalidateRecord; what: RecordCacheName; number: number }
  | { kind: typeof COMMAND_KINDS.invalidateHubCaches }
  | { kind: typeof COMMAND_KINDS.leaveDocument; documentId: string; userNos: number[] }

/** Records that every node caches until they change. */
export type RecordCacheName = 'people' | 'topicTitles' | 'hubCounts' | 'topicCounts'

/** Different payloads for different users, grouped so that each payload is serialized once. */
export type EachMessage = {
  [Name in ServerEventName]: { name: Name; payloads: [userNos: number[], ServerEventPayload<Name>][] }
}[ServerEventName]

/** One payload for all members of a hub, extended for some users by fields of their own. */
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
  document: (documentId: string) => `document:${documentId}`,
}

/** Those who write a document are in its room. `leaveDocument` removes them, and memberships of hubs change nothing. */
export const isDocumentRoom = (room: string) => room.startsWith(rooms.document(''))

/** Whether the socket's user is a member of the hub. Cluster commands keep the rooms up to date. */
export function isInHub(socket: LiveSocket, hubNo: number): boolean {
  return socket.rooms.has(rooms.hub(hubNo))
}

export function socketsIn(io: LiveServer, room: string): number {
  return io.of('/').adapter.rooms.get(room)?.size ?? 0
}

/** Publishes events to the clients of all nodes. */
export interface Live {
  emitToHub<Name extends HubEventName>(hubNo: number, name: Name, payload: ServerEventPayload<Name>): void
  emitToUser<Name extends ServerEventName>(
    userNo: number,
    name: Name,
    payload: ServerEventPayload<Name>,
  ): void
  /** To all tabs that have opened the document. */
  emitToDocument<Name extends ServerEventName>(
    documentId: string,
    name: Name,
    payload: ServerEventPayload<Name>,
  ): void
  /** To all tabs that have opened the document, and all tabs of its owner, once each. */
  emitToDocumentAndOwner<Name extends ServerEventName>(
    documentId: string,
    ownerNo: number,
    name: Name,
    payload: ServerEventPayload<Name>,
  ): void
  /** To everybody in the agora, signed in or not. */
  emitToAgora<Name extends AgoraEventName>(name: Name, payload: ServerEventPayload<Name>): void
  emitToEverybody<Name extends ServerEventName>(name: Name, payload: ServerEventPayload<Name>): void
  /** Sends a payload per user, as one message between nodes. */
  publishToEach<Name extends ServerEventName>(
    name: Name,
    payloads: [userNos: number[], ServerEventPayload<Name>][],
  ): void
  /** Sends one event to each socket in the hub's room, merged with the user's own fields. */
  publishToMembers<Name extends HubEventName>(
    hubNo: number,
    name: Name,
    payload: ServerEventPayload<Name>,
    own: [userNos: number[], Partial<ServerEventPayload<Name>>][],
  ): void
  /** Resolves when these users' sockets on every node are in exactly the rooms of their current hubs. */
  syncRooms(userNos: number[]): Promise<void>
  /** Resolves when these users' sockets on every node have left the document's room, and were told so. */
  leaveDocument(documentId: string, userNos: number[]): Promise<void>
  /** Resolves when every node has closed the session's sockets and rejects its token. */
  endSession(tokenId: string): Promise<void>
  /** Ends all sessions of a user; the clients learn whether it is a suspension. */
  endUser(userNo: number, isSuspended?: boolean): Promise<void>
  /** Drops the hub caches of every node. Needed when a write may have succeeded without bumping the hub version. */
  invalidateHubCaches(): Promise<void>
  /** Drops a cached record on every node. */
  invalidateRecord(what: RecordCacheName, number: number): Promise<void>
  /** Counts the open sockets of members and visitors on all nodes that answer. */
  countSockets(): Promise<number>
}

interface LiveParts {
  io: LiveServer
  /** Counts published events by name. */
  counts: Counts
  /** Executes a command on this node and resolves when the other nodes have executed it as well. */
  runOnAllNodes(command: ClusterCommand): Promise<void>
  /** Null on a single node. */
  otherNodes: OtherNodes | null
}

interface OtherNodes {
  publishToEach(message: EachMessage): void
  publishToMembers(message: MembersMessage): void
  countSockets(): Promise<number>
}

export function createLive({ io, counts, runOnAllNodes, otherNodes }: LiveParts): Live {
  function publish<Name extends ServerEventName>(
    target: Parameters<typeof emit>[0],
    name: Name,
    payload: ServerEventPayload<Name>,
  ): void {
    counts.add(name)
    emit(target, name, payload)
  }

  return {
    emitToHub: (hubNo, name, payload) => publish(io.to(rooms.hub(hubNo)), name, payload),
    emitToUser: (userNo, name, payload) => publish(io.to(rooms.user(userNo)), name, payload),
    emitToDocument: (documentId, name, payload) => publish(io.to(rooms.document(documentId)), name, payload),
    emitToDocumentAndOwner: (documentId, ownerNo, name, payload) =>
      publish(io.to([rooms.document(documentId), rooms.user(ownerNo)]), name, payload),
    emitToAgora: (name, payload) => publish(io.of(AGORA_NAMESPACE), name, payload),
    emitToEverybody: (name, payload) => publish(io, name, payload),
    publishToEach(name, payloads) {
      counts.add(name)
      const message = { name, payloads } as EachMessage
      publishToEachLocally(io, message)
      otherNodes?.publishToEach(message)
    },
    publishToMembers(hubNo, name, payload, own) {
      counts.add(name)
      const message = { hubNo, name, payload, own } as MembersMessage
      // The other nodes receive it while this node still serializes for its own sockets.
      otherNodes?.publishToMembers(message)
      publishToMembersLocally(io, message)
    },
    syncRooms: userNos => runOnAllNodes({ kind: COMMAND_KINDS.syncRooms, userNos }),
    leaveDocument: (documentId, userNos) =>
      runOnAllNodes({ kind: COMMAND_KINDS.leaveDocument, documentId, userNos }),
    endSession: tokenId => runOnAllNodes({ kind: COMMAND_KINDS.endSession, tokenId }),
    endUser: (userNo, isSuspended = false) =>
      runOnAllNodes({ kind: COMMAND_KINDS.endUser, userNo, isSuspended }),
    invalidateHubCaches: () => runOnAllNodes({ kind: COMMAND_KINDS.invalidateHubCaches }),
    invalidateRecord: (what, number) => runOnAllNodes({ kind: COMMAND_KINDS.invalidateRecord, what, number }),
    countSockets: async () => io.engine.clientsCount + ((await otherNodes?.countSockets()) ?? 0),
  }
}

export function publishToEachLocally(io: LiveServer, { name, payloads }: EachMessage): void {
  for (const [userNos, payload] of payloads) emit(io.local.to(userNos.map(rooms.user)), name, payload)
}

/** Serializes once per distinct payload, and reaches only sockets in the hub's room. */
export function publishToMembersLocally(io: LiveServer, { hubNo, name, payload, own }: MembersMessage): void {
  const fieldsByUser = new Map(own.flatMap(([userNos, added]) => userNos.map(userNo => [userNo, added])))
  const socketIdsByFields = new Map<Partial<typeof payload> | undefined, string[]>()
  for (const id of io.sockets.adapter.rooms.get(rooms.hub(hubNo)) ?? []) {
    const socket = io.sockets.sockets.get(id)
    if (socket === undefined) continue
    const added = fieldsByUser.get(socket.data.userNo)
    const ids = socketIdsByFields.get(added)
    if (ids) ids.push(id)
    else socketIdsByFields.set(added, [id])
  }
  for (const [added, ids] of socketIdsByFields)
    emit(io.local.to(ids), name, { ...payload, ...added } as typeof payload)
}

/** Socket.IO's overloads cannot type a generic pair of name and payload; this signature can. */
export function emit<Name extends ServerEventName>(
  target: { emit(name: ServerEventName, payload: never): unknown },
  name: Name,
  payload: ServerEventPayload<Name>,
): void {
  target.emit(name, payload as never)
}
