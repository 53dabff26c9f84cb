import { suggestionSchema } from './agora.ts'
import type { ErrorCode } from './call.ts'
import { commentSchema, lastCommentSchema } from './comments.ts'
import { sharedNoteSchema } from './discussion.ts'
import {
  closeDocumentRequest,
  documentEdited,
  documentEnded,
  documentPresence,
  documentPresenceRequest,
  documentReplaced,
  documentSaved,
  type EditedDocument,
  type EditRefusal,
  editDocumentRequest,
  type OpenedDocument,
  openDocumentRequest,
} from './documents.ts'
import { authToken, entityNo, sent } from './fields.ts'
import {
  hubPreferencesSchema,
  hubViewSchema,
  memberChangeSchema,
  participantsSchema,
  unreadSchema,
} from './hubs.ts'
import { notificationCountSchema } from './inbox.ts'
import { EPOCH_MAX } from './limits.ts'
import { shownNoticesSchema } from './notices.ts'
import { highlightSchema, passageSchema } from './passages.ts'
import { reactionSchema } from './reactions.ts'
import { z } from './schema.ts'
import { seenSchema } from './seen.ts'

/** Every hub event that reports a change has the hub version after it. */
const inHub = { hubNo: z.number(), version: z.number() }

/** Every agora event that reports a change has the agora version after it. */
const inAgora = { version: z.number(), suggestionNo: z.number() }

/**
 * The recipient's unread count after the change, in the same event. Absent for a user who has just joined the hub. Ignore lower
 * revisions.
 */
const ownUnread = { unread: unreadSchema.omit({ hubNo: true }).optional() }

/**
 * Events in the room of a hub. The keys are the names that clients subscribe to and that the server may publish; a handler that
 * omits one does not compile.
 */
export const hubEvents = {
  /** A note was shared. */
  'note:shared': z.object({
    ...inHub,
    ...ownUnread,
    note: sharedNoteSchema,
    /** False for a member who had opened the note before; absent for others. */
    isNew: z.literal(false).optional(),
  }),
  /** A share was withdrawn. */
  'note:withdrawn': z.object({
    ...inHub,
    ...ownUnread,
    noteNo: z.number(),
    /** The ended share. The note may have been shared again since. */
    seq: z.number(),
    reason: z.enum(['cancelled', 'deleted', 'left']),
  }),
  /** A shared note has a new title, text or topic. */
  'note:changed': z.object({
    ...inHub,
    noteNo: z.number(),
    articleTitle: z.string(),
    /** The title of the topic. Nodes of the previous release do not send it. */
    subjectTitle: z.string().optional(),
    /** Nodes of the previous release do not send it. */
    excerpt: z.string().optional(),
    lastUpdate: z.string(),
    noteVersion: z.number(),
    /** The first part of a series: the version stays when another part changes. */
    isSeries: z.literal(true).optional(),
  }),
  /** All members who have opened each of these notes. */
  'readers:changed': z.object({
    ...inHub,
    readings: z.array(z.object({ noteNo: z.number(), readerNos: z.array(z.number()) })),
  }),
  /** The pinned note; null if there is none. */
  'note:pinned': z.object({ ...inHub, pinned: sharedNoteSchema.nullable() }),
  /** A new comment. `count` is the number of comments of the thread. */
  'comment:posted': z.object({
    ...inHub,
    noteNo: z.number(),
    count: z.number(),
    comment: commentSchema,
    /** The number of comments on the passage of the comment, with this one. Absent if it has none. */
    passageCount: z.number().optional(),
  }),
  /** A comment was edited. */
  'comment:changed': z.object({ ...inHub, noteNo: z.number(), comment: commentSchema }),
  /** A comment was deleted. */
  'comment:deleted': z.object({
    ...inHub,
    noteNo: z.number(),
    count: z.number(),
    commentNo: z.number(),
    /** The newest remaining comment; null if there is none. Nodes of the previous release do not send it. */
    last: lastCommentSchema.nullable().optional(),
  }),
  /** The new name of the hub and who set it. Empty: the hub is named after its members. */
  'hub:named': z.object({ ...inHub, name: z.string(), userNo: z.number(), userName: z.string() }),
  /** The current reactions to a note or a comment. */
  'empathy:changed': z.object({ ...inHub, noteNo: z.number(), empathy: reactionSchema }),
  /** A member highlighted a passage. A repeated call publishes it again. */
  'passage:highlighted': z.object({ ...inHub, noteNo: z.number(), highlight: highlightSchema }),
  /** A highlight was deleted. */
  'passage:unhighlighted': z.object({ ...inHub, noteNo: z.number(), highlightNo: z.number() }),
  /** The current members. `news` lists members who joined by a link, and those of them who were removed. */
  'members:changed': participantsSchema.extend({ news: memberChangeSchema.optional() }),
} as const satisfies Record<string, z.ZodType<{ hubNo: number; version: number }>>
export type HubEventName = keyof typeof hubEvents
export type HubEvent = NamedEvent<HubEventName>

/** Events for everyone who has the agora open. */
export const agoraEvents = {
  /** A new suggestion. `total` is the number of suggestions. */
  'suggestion:posted': z.object({ ...inAgora, total: z.number(), suggestion: suggestionSchema }),
  /** A suggestion and its answer were deleted. */
  'suggestion:removed': z.object({ ...inAgora, total: z.number() }),
  /** The current answer of a suggestion, an item with state 1. */
  'suggestion:answered': z.object({ ...inAgora, answer: suggestionSchema }),
  /** The current number of reactions to a suggestion. */
  'suggestion:empathized': z.object({ ...inAgora, count: z.number() }),
} as const satisfies Record<string, z.ZodType<{ version: number }>>
export type AgoraEventName = keyof typeof agoraEvents
export type AgoraEvent = NamedEvent<AgoraEventName>

/**
 * Events that the server emits: name -> payload. The room of a hub receives what all members may see, the room of a user what
 * concerns only that user. Clients handle events that are duplicated, late, or earlier than the response that includes them.
 */
export const serverEvents = {
  ...hubEvents,
  ...agoraEvents,
  /** To a reader: they have opened somebody else's note, in any tab, now or earlier. */
  'note:opened': z.object({ noteNo: z.number() }),
  /** To all devices of a reader: the last read comment of a thread. Ignore lower numbers. */
  'comments:read': z.object({ hubNo: z.number(), noteNo: z.number(), commentNo: z.number() }),
  /**
   * To all devices of an author: a note was created, edited, moved, pinned or unpinned, with its version. Ignore lower versions.
   * `headNo`: the first part of its series, unless the note is that itself.
   */
  'note:saved': z.object({ noteNo: z.number(), noteVersion: z.number(), headNo: z.number().optional() }),
  /** To all devices of an author: they have deleted a note. `headNo` as in `note:saved`. */
  'note:deleted': z.object({ noteNo: z.number(), headNo: z.number().optional() }),
  /** To the other tabs that have opened the document: somebody has changed it. A gap in the revisions means a lost event. */
  'document:edited': documentEdited,
  /** To the tabs that have opened the document, and all devices of its owner: a revision is saved as a version of the note. */
  'document:saved': documentSaved,
  /** To the tabs of a user who may no longer write a document. */
  'document:ended': documentEnded,
  /** To the other tabs that have opened the document: where one of them writes, with its user. Not stored. */
  'document:presence': documentPresence,
  /** To the tabs that have opened the document: open it again, because its state was replaced. */
  'document:replaced': documentReplaced,
  /** To the members of a hub, and nobody else: whether they may write a shared note has changed, so refetch it. */
  'writing:changed': z.object({ hubNo: z.number(), noteNo: z.number() }),
  /** To all devices of an author: refetch the documents with unsaved text. */
  'documents:changed': z.object({}),
  /** To an author: somebody has opened their note for the first time. */
  'note:read': z.object({ noteNo: z.number() }),
  /** To a hub, except for the tab of the writer: somebody is typing a comment. Not stored. */
  'comment:composing': z.object({
    hubNo: z.number(),
    noteNo: z.number(),
    userNo: z.number(),
    userName: z.string(),
    /** The passage of the note that they write about, as their client sent it. Absent if it is the whole note. */
    passage: passageSchema.optional(),
  }),
  /**
   * To a hub: the members connected to one node who have the discussion or a note open. Replaces the previous list of that node,
   * and expires after PRESENCE_EXPIRE_MS.
   */
  'presence:changed': z.object({
    hubNo: z.number(),
    nodeId: z.string(),
    userNos: z.array(z.number()),
    /** The viewers who have a note and its thread open. Nodes of the previous release do not send it. */
    readers: z.array(z.object({ noteNo: z.number(), userNos: z.array(z.number()) })).optional(),
  }),
  /** To everyone on the other nodes: a node has stopped or crashed, so remove the viewers that it reported. */
  'node:gone': z.object({ nodeId: z.string() }),
  /** To a user: they are a member of a new hub. `invitedBy` is a name, empty if they created the hub. */
  'hub:added': z.object({ hub: hubViewSchema, invitedBy: z.string() }),
  /** To a user: they are no longer a member of the hub. Between this and `hub:added`, the higher version is right. */
  'hub:removed': z.object(inHub),
  /** To all devices of a user: their preferences for a hub. Ignore lower revisions. */
  'hub:kept': hubPreferencesSchema,
  /** To all devices of a user, and nobody else: refetch the blocked users. */
  'blocked:changed': z.object({}),
  /** To all devices of an author, and nobody else: refetch the public links. */
  'publicLinks:changed': z.object({}),
  /** To all devices of an administrator, and nobody else: refetch the reports. */
  'reports:changed': z.object({}),
  /** To all devices of a user: whether they react to a suggestion. */
  'opinion:empathized': z.object({ suggestionNo: z.number(), isMine: z.boolean() }),
  /**
   * To all devices of a user: the unread count and the seen shares of a hub. Ignore lower revisions. Nodes of the previous
   * release do not send the seen shares.
   */
  'unread:changed': unreadSchema.extend(seenSchema.partial().shape),
  /** To all devices of a user: the number of unseen notifications. Ignore lower revisions. */
  'inbox:changed': notificationCountSchema,
  /** To everyone: the current notices. Between two lists, the higher version is right. */
  'notices:changed': shownNoticesSchema,
  /**
   * To everyone on a node, including visitors of the agora: the node has lost its connection to the other nodes, so events of
   * these are late; or the connection is back, and `sync:needed` follows.
   */
  'news:delayed': z.object({ isDelayed: z.boolean() }),
  /** To everyone on a node: events may be missing, so refetch the data on the screen. */
  'sync:needed': z.object({}),
  /**
   * To the sockets of a session, before the server closes them. Nodes of the previous release do not say whether an administrator
   * has suspended the user.
   */
  'session:ended': z.object({ isSuspended: z.literal(true).optional() }),
  /** To a socket, before the server closes it for its messages. The client waits before it reconnects. */
  'socket:ended': z.object({ reason: z.enum(['flooding']) }),
} as const

export type ServerEventName = keyof typeof serverEvents
export type ServerEventPayload<Name extends ServerEventName> = z.infer<(typeof serverEvents)[Name]>
/** A union over the names, so that the name of an event determines its payload. */
type NamedEvent<Name extends ServerEventName> = {
  [Each in Name]: { name: Each; payload: ServerEventPayload<Each> }
}[Name]
/** The events that the server emits, for the generics of Socket.IO. */
export type ServerEvents = { [Name in ServerEventName]: (payload: ServerEventPayload<Name>) => void }

/** Rate limit classes. All events of a class share the limits in `server/limits.ts`. */
export type EventLimitClass = 'presence' | 'composing' | 'documents' | 'edits' | 'carets'

interface ClientEvent {
  limit: EventLimitClass
  payload: z.ZodType
}

/**
 * Events that clients emit: ephemeral state, and the documents of open editors. All other changes to stored data are REST calls. The server
 * acknowledges an event of `EventReplies` with its reply.
 */
export const clientEvents = {
  /** This tab now shows the discussion of a hub, or a note in it. A repeated event gets another response. */
  'presence:enter': {
    limit: 'presence',
    payload: z.object({ hubNo: entityNo, noteNo: entityNo.optional() }),
  },
  /** This tab no longer shows it. */
  'presence:leave': { limit: 'presence', payload: z.object({ hubNo: entityNo }) },
  /** The user is typing a comment. The server drops events within COMPOSING_PERIOD_MS of the last one. */
  'comment:composing': {
    limit: 'composing',
    payload: z.object({ hubNo: entityNo, noteNo: entityNo, passage: passageSchema.optional() }),
  },
  /** This tab edits a document from now on, and receives its changes. */
  'document:open': { limit: 'documents', payload: openDocumentRequest },
  /** The user has changed the document. */
  'document:edit': { limit: 'edits', payload: editDocumentRequest },
  /** Where the user writes, or that they do not any more. Only to those who may write the document. */
  'document:presence': { limit: 'carets', payload: documentPresenceRequest },
  /** This tab no longer edits it. */
  'document:close': { limit: 'documents', payload: closeDocumentRequest },
} as const satisfies Record<string, ClientEvent>
export type ClientEventName = keyof typeof clientEvents
export type ClientEventPayload<Name extends ClientEventName> = z.input<(typeof clientEvents)[Name]['payload']>
/** The parsed payload that a handler receives. */
export type ClientEventParsed<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]['payload']>

interface EventReplies {
  'document:open': OpenedDocument
  'document:edit': EditedDocument
}
export type RepliedEventName = keyof EventReplies
export type EventError = ErrorCode | EditRefusal
/** The reply to an event; never for events without one. */
export type EventReply<Name extends ClientEventName> = Name extends keyof EventReplies
  ? EventReplies[Name] | { error: EventError }
  : never
/** The events that clients emit, for the generics of Socket.IO. */
export type ClientEvents = {
  [Name in ClientEventName]: Name extends keyof EventReplies
    ? (payload: ClientEventPayload<Name>, reply: (value: EventReply<Name>) => void) => void
    : (payload: ClientEventPayload<Name>) => void
}

/** As in the response to a sign-in. Absent before the client has received one. */
const epoch = sent(EPOCH_MAX).optional()
/** The handshake of a client. */
export const handshakeSchema = z.object({ token: authToken, protocol: z.number(), epoch })
export type Handshake = z.infer<typeof handshakeSchema>
/**
 * Why a handshake is rejected, in the text of the connect_error. `crowded`: too many sockets of this user or address. `flooding`:
 * a socket of this user has just sent too much. `restored`: a backup was restored, so the client's data is stale.
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
 * The Socket.IO namespace of the agora. Users and visitors join it while the agora is open. Its sockets receive only public
 * events, are in no other room, and emit nothing.
 */
export const AGORA_NAMESPACE = '/agora'
/** The handshake of the agora namespace. */
export const agoraHandshakeSchema = z.object({ protocol: z.number() })
export type AgoraHandshake = z.infer<typeof agoraHandshakeSchema>
/** `crowded`: too many sockets from this address. */
export type AgoraRejection = 'outdated' | 'crowded'
