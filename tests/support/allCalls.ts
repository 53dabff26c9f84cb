import * as accounts from '#protocol/accounts.ts'
import * as administration from '#protocol/administration.ts'
import * as agora from '#protocol/agora.ts'
import * as apiTokens from '#protocol/apiTokens.ts'
import * as blocking from '#protocol/blocking.ts'
import type { Call, InputOf } from '#protocol/call.ts'
import * as comments from '#protocol/comments.ts'
import * as discussion from '#protocol/discussion.ts'
import * as documents from '#protocol/documents.ts'
import * as feeds from '#protocol/feeds.ts'
import * as hubs from '#protocol/hubs.ts'
import * as inbox from '#protocol/inbox.ts'
import * as invitations from '#protocol/invitations.ts'
import * as links from '#protocol/links.ts'
import * as mailNotifications from '#protocol/mailNotifications.ts'
import * as myInfo from '#protocol/myInfo.ts'
import * as noteHistory from '#protocol/noteHistory.ts'
import * as notePictures from '#protocol/notePictures.ts'
import * as notes from '#protocol/notes.ts'
import * as notices from '#protocol/notices.ts'
import * as oidc from '#protocol/oidc.ts'
import * as passages from '#protocol/passages.ts'
import * as passkeys from '#protocol/passkeys.ts'
import * as policies from '#protocol/policies.ts'
import * as publicLinks from '#protocol/publicLinks.ts'
import * as push from '#protocol/push.ts'
import * as reactions from '#protocol/reactions.ts'
import * as reports from '#protocol/reports.ts'
import * as find from '#protocol/search.ts'
import * as seen from '#protocol/seen.ts'
import * as series from '#protocol/series.ts'
import * as shares from '#protocol/shares.ts'
import * as tags from '#protocol/tags.ts'
import * as topics from '#protocol/topics.ts'
import * as trash from '#protocol/trash.ts'

const features = [
  apiTokens,
  accounts,
  administration,
  agora,
  blocking,
  comments,
  discussion,
  documents,
  reactions,
  feeds,
  find,
  hubs,
  invitations,
  inbox,
  links,
  mailNotifications,
  tags,
  myInfo,
  notePictures,
  noteHistory,
  notes,
  notices,
  oidc,
  passages,
  passkeys,
  policies,
  publicLinks,
  push,
  reports,
  seen,
  series,
  shares,
  topics,
  trash,
] as const

type Features = (typeof features)[number]
type CallsOf<Feature> = Feature extends unknown ? Extract<Feature[keyof Feature], Call> : never

/** Every call that the protocol declares: a table over their paths does not compile without one of them. */
export type AnyCall = CallsOf<Features>
export type AnyPath = AnyCall['path']
export type InputAt<Path extends AnyPath> = InputOf<Extract<AnyCall, { path: Path }>>

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

export const allCalls: readonly AnyCall[] = features.flatMap(feature =>
  Object.values<unknown>({ ...feature }).filter(isCall),
)
