import { suggestionSchema } from './agora.ts'
import { commentSchema, lastCommentSchema } from './comments.ts'
import { sharedNoteSchema } from './discussion.ts'
import { authToken, entityNo, sent } from './fields.ts'
import { hubSchema, keptHubSchema, memberChangeSchema, participantsSchema, unreadSchema } from './hubs.ts'
import { notificationCountSchema } from './inbox.ts'
import { EPOCH_MAX } from './limits.ts'
import { shownNoticesSchema } from './notices.ts'
import { reactionSchema } from './reactions.ts'
import { z } from './schema.ts'
import { seenSchema } from './seen.ts'

/** Every hub event that tells of a change carries the hub's number and the version that this change gave it. */
const inHub = { hubNo: z.number(), version: z.number() }

/** Every agora event that tells of a change carries the version that this change gave the agora. */
const inAgora = { version: z.number(), suggestionNo: z.number() }

/**
 * The hearer's own unread number after the change, so that a socket hears of both at once. Absent for who came into the
 * hub only just now. A lower revision never wins.
 */
const ownUnread = { unread: unreadSchema.omit({ hubNo: true }).optional() }

/**
 * What happens in a hub, told to its room. The names that clients listen for and those that a change in a hub may be told by
 * are the keys of this object; what follows a hub on the screen does not compile while it leaves one out.
 */
export const hubEvents = {
  /** A note is shared in it from now on. */
  'note:shared': z.object({
    ...inHub,
    ...ownUnread,
    note: sharedNoteSchema,
    /** The hearer's own: false for who had opened the note before; absent for all others. */
    isNew: z.literal(false).optional(),
  }),
  /** A note is no longer shared in it. */
  'note:withdrawn': z.object({
    ...inHub,
    ...ownUnread,
    noteNo: z.number(),
    /** Which share of the note ended: it may have been shared again since. */
    seq: z.number(),
    reason: z.enum(['cancelled', 'deleted', 'left']),
  }),
  /** A note shared in it has a new title or text, or stands under another topic. */
  'note:changed': z.object({
    ...inHub,
    noteNo: z.number(),
    articleTitle: z.string(),
    /** Of its topic; nodes of the release before do not tell it. */
    subjectTitle: z.string().optional(),
    /** Its first words; nodes of the release before do not tell them. */
    excerpt: z.string().optional(),
    lastUpdate: z.string(),
    noteVersion: z.number(),
  }),
  /** Who of its members has opened notes that are shared in it: all who have, each time. */
  'readers:changed': z.object({
    ...inHub,
    readings: z.array(z.object({ noteNo: z.number(), readerNos: z.array(z.number()) })),
  }),
  /** Which note is pinned in it from now on; null: none. */
  'note:pinned': z.object({ ...inHub, pinned: sharedNoteSchema.nullable() }),
  /** A comment on a note shared in it; `count` is how many the thread has by now. */
  'comment:posted': z.object({ ...inHub, noteNo: z.number(), count: z.number(), comment: commentSchema }),
  /** Its writer changed a comment. */
  'comment:changed': z.object({ ...inHub, noteNo: z.number(), comment: commentSchema }),
  /** A comment is gone. */
  'comment:deleted': z.object({
    ...inHub,
    noteNo: z.number(),
    count: z.number(),
    commentNo: z.number(),
    /** The newest that is left; null when none is. Nodes of the release before do not tell it. */
    last: lastCommentSchema.nullable().optional(),
  }),
  /** What it is called from now on, empty: by its members' names; and by whom. */
  'hub:named': z.object({ ...inHub, name: z.string(), userNo: z.number(), userName: z.string() }),
  /** Who empathizes with a note in it, or with a comment on that, from now on. */
  'empathy:changed': z.object({ ...inHub, noteNo: z.number(), empathy: reactionSchema }),
  /** Who is in it now; `news` of those who came by a link, or who came so and were taken out. */
  'members:changed': participantsSchema.extend({ news: memberChangeSchema.optional() }),
} as const satisfies Record<string, z.ZodType<{ hubNo: number; version: number }>>
export type HubEventName = keyof typeof hubEvents
export type HubEvent = NamedEvent<HubEventName>

/** What happens in the agora, told to all who look at it. */
export const agoraEvents = {
  /** A suggestion; `total` is how many there are by now. */
  'suggestion:posted': z.object({ ...inAgora, total: z.number(), suggestion: suggestionSchema }),
  /** A suggestion is gone, with its answer. */
  'suggestion:removed': z.object({ ...inAgora, total: z.number() }),
  /** The answer that a suggestion has from now on, an item of state 1. */
  'suggestion:answered': z.object({ ...inAgora, answer: suggestionSchema }),
  /** How many empathize with a suggestion from now on. */
  'suggestion:empathized': z.object({ ...inAgora, count: z.number() }),
} as const satisfies Record<string, z.ZodType<{ version: number }>>
export type AgoraEventName = keyof typeof agoraEvents
export type AgoraEvent = NamedEvent<AgoraEventName>

/**
 * What the server tells: name -> payload. To a hub's room goes what all its members may see; to a user's room what
 * concerns that user alone. A client survives the same event twice, late, or before the answer that contains it.
 */
export const serverEvents = {
  ...hubEvents,
  ...agoraEvents,
  /** To a reader: they have opened a note of somebody else's, on this tab or another one, now or before. */
  'note:opened': z.object({ noteNo: z.number() }),
  /** To a reader, all tabs and devices: up to which comment they have read a thread. A lower number never wins. */
  'comments:read': z.object({ hubNo: z.number(), noteNo: z.number(), commentNo: z.number() }),
  /**
   * To an author, all tabs and devices: a note of theirs is new, has a new text or title, stands under another topic, or
   * is pinned there or no more, at this version of it. A lower one never wins.
   */
  'note:saved': z.object({ noteNo: z.number(), noteVersion: z.number() }),
  /** To an author, all tabs and devices: they have deleted a note. */
  'note:deleted': z.object({ noteNo: z.number() }),
  /** To an author: somebody has opened a note of theirs for the first time. */
  'note:read': z.object({ noteNo: z.number() }),
  /** To a hub, but for the writer's own tab: somebody is writing a comment right now. Stored nowhere. */
  'comment:composing': z.object({
    hubNo: z.number(),
    noteNo: z.number(),
    userNo: z.number(),
    userName: z.string(),
  }),
  /**
   * To a hub: who of its members looks at its discussion, or at a note in it, now, of those connected to one node. It replaces what that
   * node said before, and expires PRESENCE_EXPIRE_MS later.
   */
  'presence:changed': z.object({
    hubNo: z.number(),
    nodeId: z.string(),
    userNos: z.array(z.number()),
    /** Those of them who have a note open there, with its thread. Nodes of the release before do not tell it. */
    readers: z.array(z.object({ noteNo: z.number(), userNos: z.array(z.number()) })).optional(),
  }),
  /** To everybody on the other nodes: a node has stopped or died, and nobody of whom it told looks any more. */
  'node:gone': z.object({ nodeId: z.string() }),
  /** To a user: a hub they are in from now on; `invitedBy` is a name, empty when they made it themselves. */
  'hub:added': z.object({ hub: hubSchema, invitedBy: z.string() }),
  /** To a user: a hub they are in no longer, at this version of it. Of this and `hub:added` the higher version is right. */
  'hub:removed': z.object(inHub),
  /** To a user, all tabs and devices: how they keep a hub of theirs from now on. A lower revision never wins. */
  'hub:kept': keptHubSchema,
  /** To a user, all tabs and devices: whom they block is to be asked again. Told to nobody else. */
  'blocked:changed': z.object({}),
  /** To an administrator, all tabs and devices: a report came, went or was settled; ask again. Told to nobody else. */
  'reports:changed': z.object({}),
  /** To a user, all tabs and devices: whether they empathize with a suggestion from now on. */
  'opinion:empathized': z.object({ suggestionNo: z.number(), isMine: z.boolean() }),
  /**
   * To a user, all tabs and devices: the unread number of a hub, and what they have seen there. A lower revision never
   * wins. Nodes of the release before do not tell what was seen.
   */
  'unread:changed': unreadSchema.extend(seenSchema.partial().shape),
  /**
   * To a user, all tabs and devices: how many entries of their inbox are new, because some came, went or were seen. A lower
   * revision never wins.
   */
  'inbox:changed': notificationCountSchema,
  /** To everybody: the notices that are shown from now on. Of two lists the one with the higher version is right. */
  'notices:changed': shownNoticesSchema,
  /**
   * To everybody on a node, visitors of the agora too: it cannot hear the other nodes, so what happens there comes late; or it
   * hears them again, which `sync:needed` follows.
   */
  'news:delayed': z.object({ isDelayed: z.boolean() }),
  /** To everybody on a node: events may have been missed; fetch again what is on the screen. */
  'sync:needed': z.object({}),
  /**
   * To a session's sockets, just before they are closed. Nodes of the release before do not tell that it ended because an administrator
   * has suspended its person.
   */
  'session:ended': z.object({ isSuspended: z.literal(true).optional() }),
  /** To a socket that the server closes for what it sent, just before. Who hears it waits before coming again. */
  'socket:ended': z.object({ reason: z.enum(['flooding']) }),
} as const

export type ServerEventName = keyof typeof serverEvents
export type ServerEventPayload<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>
/** A union over names: of an event whose name is known the payload is, too. */
type NamedEvent<Name extends ServerEventName> = {
  [Each in Name]: { name: Each; payload: ServerEventPayload<Each> }
}[Name]
/** Socket.IO's generics for what the server emits. */
export type ServerEvents = { [Name in ServerEventName]: (payload: ServerEventPayload<Name>) => void }

/** How often an event may be said: each class has its limits in `server/limits.ts`, which every event of it shares. */
export type EventLimitClass = 'presence' | 'composing'

interface ClientEvent {
  limit: EventLimitClass
  payload: z.ZodType
}

/** What a client says over the socket, and only in passing: whatever is to last is a REST call. */
export const clientEvents = {
  /** This tab shows the hub's discussion, or a note in it, and nothing else, from now on. Said again it is answered again. */
  'presence:enter': {
    limit: 'presence',
    payload: z.object({ hubNo: entityNo, noteNo: entityNo.optional() }),
  },
  /** This tab shows it no longer. */
  'presence:leave': { limit: 'presence', payload: z.object({ hubNo: entityNo }) },
  /** I am writing a comment. Said once in COMPOSING_PERIOD_MS; what comes oftener is not passed on. */
  'comment:composing': { limit: 'composing', payload: z.object({ hubNo: entityNo, noteNo: entityNo }) },
} as const satisfies Record<string, ClientEvent>
export type ClientEventName = keyof typeof clientEvents
export type ClientEventPayload<Name extends ClientEventName> = z.input<(typeof clientEvents)[Name]['payload']>
/** What a handler receives, after parsing. */
export type ClientEventParsed<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]['payload']>
/** Socket.IO's generics for what a client emits. */
export type ClientEvents = { [Name in ClientEventName]: (payload: ClientEventPayload<Name>) => void }

/** As in the answer to a sign-in. Absent as long as a client has heard of none. */
const epoch = sent(EPOCH_MAX).optional()
/** What a client shows at the handshake. */
export const handshakeSchema = z.object({ token: authToken, protocol: z.number(), epoch })
export type Handshake = z.infer<typeof handshakeSchema>
/**
 * Why a handshake is refused; the text of the connect_error. `crowded`: this person, or this address, has too many
 * sockets open. `flooding`: a socket of this person sent too much just now. `restored`: what the client has fetched is of another life of
 * the data.
 */
export type HandshakeRejection =
  | 'not-signed-in'
  | 'password-change-needed'
  | 'outdated'
  | 'restored'
  | 'unavailable'
  | 'crowded'
  | 'flooding'

/**
 * The agora's own Socket.IO namespace: whoever looks at the agora joins it, signed in or not, for as long as
 * they look. Who came in by it hears what everybody may hear, is in no other room, and is asked nothing.
 */
export const AGORA_NAMESPACE = '/agora'
/** What a client shows there. */
export const agoraHandshakeSchema = z.object({ protocol: z.number() })
export type AgoraHandshake = z.infer<typeof agoraHandshakeSchema>
/** `crowded`: too many look from this address already. */
export type AgoraRejection = 'outdated' | 'crowded'
