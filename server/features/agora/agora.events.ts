import type { SuggestionView } from '#protocol/agora.ts'
import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE, type AgoraRejection, agoraHandshakeSchema } from '#protocol/events.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import type { LiveServer } from '#server/live/broadcast.ts'
import type { SocketGuard } from '#server/live/socketGuard.ts'
import { type Translate, translatorFor } from '#server/platform/i18n.ts'
import { createConnectionLimit } from '#server/platform/limits/keyedLimits.ts'
import type { SuggestionRecord } from './agora.repository.ts'
import { totalOf } from './suggestionCounts.ts'

/** An event goes to all users, so labels are in the default language. */
const t = translatorFor(DEFAULT_LANGUAGE)

export async function publishPosted(context: Context, suggestion: SuggestionRecord): Promise<void> {
  const [view] = await viewsOf(context, suggestion)
  const { suggestionNo } = suggestion
  const news = await countedSuggestions(context)
  context.live.emitToAgora('suggestion:posted', { ...news, suggestionNo, suggestion: view })
}

export async function publishRemoved(context: Context, suggestionNo: number): Promise<void> {
  context.live.emitToAgora('suggestion:removed', { ...(await countedSuggestions(context)), suggestionNo })
}

export async function publishAnswered(context: Context, suggestion: SuggestionRecord): Promise<void> {
  const [, answer] = await viewsOf(context, suggestion)
  if (answer === undefined) return
  const { suggestionNo } = suggestion
  const version = await context.counters.next('agoraVersion')
  context.live.emitToAgora('suggestion:answered', { version, suggestionNo, answer })
}

/**
 * Counts after the agora version was bumped, because receivers ignore a count whose version is not higher. Returns the
 * published event.
 */
export async function publishSuggestionReaction(
  { repositories, counters, live }: Context,
  suggestionNo: number,
) {
  const version = await counters.next('agoraVersion')
  const event = {
    version,
    suggestionNo,
    count: await repositories.opinionReactions.countBySuggestion(suggestionNo),
  }
  await repositories.suggestions.setReactionCount(suggestionNo, event)
  live.emitToAgora('suggestion:empathized', event)
  return event
}

/**
 * Only to the user's own tabs and devices. A tab that disagrees refetches, so the order of these events does not
 * matter.
 */
export function publishOwnReaction(
  { live }: Context,
  { suggestionNo, userNo }: { suggestionNo: number; userNo: number },
  isMine: boolean,
): void {
  live.emitToUser(userNo, 'opinion:empathized', { suggestionNo, isMine })
}

/** Counts after the agora version was bumped, because receivers ignore a total whose version is not higher. */
async function countedSuggestions({
  repositories,
  counters,
}: Context): Promise<{ version: number; total: number }> {
  const version = await counters.next('agoraVersion')
  return { version, total: totalOf(await repositories.suggestionCounts.findAll()) }
}

async function viewsOf({ people }: Context, suggestion: SuggestionRecord) {
  return suggestionViews(suggestion, await people.getMany(writersOf([suggestion])), t)
}

/** Views of the suggestion and, if it has one, of its answer: an item with the same number and state 1. */
export function suggestionViews(
  suggestion: SuggestionRecord,
  people: ReadonlyMap<number, PersonRecord>,
  t: Translate,
): [SuggestionView, ...SuggestionView[]] {
  const { suggestionNo, answer } = suggestion
  const view = (
    state: number,
    post: { opinion: string; writerNo: number; timeCreated: Date },
  ): SuggestionView => ({
    suggestionNo,
    state,
    opinion: post.opinion,
    timeCreated: post.timeCreated.toISOString(),
    writer: personOrDeleted(post.writerNo, people, t).userName,
    writerNo: post.writerNo,
  })
  return answer ? [view(0, suggestion), view(1, answer)] : [view(0, suggestion)]
}

export function writersOf(suggestions: readonly SuggestionRecord[]): number[] {
  return suggestions.flatMap(({ writerNo, answer }) => (answer ? [writerNo, answer.writerNo] : [writerNo]))
}

interface NamespaceParts {
  guard: SocketGuard
  /** Concurrent visitors per IP address. */
  maxVisitorsPerAddress: number
}

/**
 * Admits signed-in users and visitors. The namespace carries public events only; its sockets join no other room and
 * no client event is handled.
 */
export function openAgoraNamespace(io: LiveServer, { guard, maxVisitorsPerAddress }: NamespaceParts): void {
  const visitors = createConnectionLimit(maxVisitorsPerAddress)
  const reject = (rejection: AgoraRejection) => new Error(rejection)

  io.of(AGORA_NAMESPACE)
    .use((socket, next) => {
      const handshake = agoraHandshakeSchema.safeParse(socket.handshake.auth)
      if (handshake.data?.protocol !== PROTOCOL_VERSION) return next(reject('outdated'))
      const address = guard.addressOf(socket)
      return visitors.isReached(address) || guard.isFlooded(address) ? next(reject('crowded')) : next()
    })
    .on('connection', socket => {
      socket.once('disconnect', visitors.acquire(guard.addressOf(socket)))
    })
}
