import type * as accounts from '#protocol/accounts.ts'
import type * as administration from '#protocol/administration.ts'
import type * as agora from '#protocol/agora.ts'
import type * as blocking from '#protocol/blocking.ts'
import type { Call, InputOf } from '#protocol/call.ts'
import type * as comments from '#protocol/comments.ts'
import type * as discussion from '#protocol/discussion.ts'
import type * as hubs from '#protocol/hubs.ts'
import type * as myInfo from '#protocol/myInfo.ts'
import type * as notes from '#protocol/notes.ts'
import type * as notices from '#protocol/notices.ts'
import type * as policies from '#protocol/policies.ts'
import type * as shares from '#protocol/shares.ts'
import type * as topics from '#protocol/topics.ts'

type Features =
  | typeof accounts
  | typeof administration
  | typeof agora
  | typeof blocking
  | typeof comments
  | typeof discussion
  | typeof hubs
  | typeof myInfo
  | typeof notes
  | typeof notices
  | typeof policies
  | typeof shares
  | typeof topics

type CallsOf<Feature> = Feature extends unknown ? Extract<Feature[keyof Feature], Call> : never

/** Every call that the protocol declares: a table over their paths does not compile while one is missing. */
export type AnyCall = CallsOf<Features>
export type AnyPath = AnyCall['path']
export type InputAt<Path extends AnyPath> = InputOf<Extract<AnyCall, { path: Path }>>
