import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { unreadIn } from '#server/features/shares/shares.unread.ts'
import type { UnreadLine, UnreadLines } from './unreadLines.ts'

/** From so many hubs on, somebody's lines are kept: reading which of them changed costs a question more, and much less of each hub. */
const KEPT_FROM = 50
/** What is kept of somebody has no version of its own: each line has. */
const WHOLE = 0

/** Of all one's hubs; all devices ask for it when their line is back. */
export async function listUnread(context: Context, { userNo }: Viewer): Promise<UnreadLine[]> {
  const lines = await context.readShared(`unread of ${userNo}`, () => readUnread(context, userNo))
  return [...lines.values()]
}

async function readUnread(context: Context, userNo: number): Promise<UnreadLines> {
  const { unreadLines } = context
  const keep = unreadLines.keeper()
  const kept = unreadLines.peek(String(userNo), WHOLE)
  const lines = kept ? await readChanged(context, userNo, kept) : await readLines(context, userNo)
  if (lines.size >= KEPT_FROM) keep(String(userNo), WHOLE, lines)
  return lines
}

/** A line is right for as long as its hub counts no other revision. */
async function readChanged(context: Context, userNo: number, kept: UnreadLines): Promise<UnreadLines> {
  const hubs = await context.stores.hubs.revisionsOf(userNo)
  const changedNos = hubs.filter(hub => kept.get(hub.hubNo)?.revision !== hub.revision).map(hub => hub.hubNo)
  if (changedNos.length === 0 && hubs.length === kept.size) return kept
  const changed = await readLines(context, userNo, changedNos)
  const gone = new Set(changedNos.filter(hubNo => !changed.has(hubNo)))
  const lines = new Map<number, UnreadLine>()
  for (const { hubNo } of hubs) {
    const line = gone.has(hubNo) ? undefined : (changed.get(hubNo) ?? kept.get(hubNo))
    if (line) lines.set(hubNo, line)
  }
  return lines
}

/** Of all their hubs, or of those among them that they are still in. */
async function readLines(
  context: Context,
  userNo: number,
  hubNos?: readonly number[],
): Promise<Map<number, UnreadLine>> {
  const memberships = await context.stores.hubs.membershipsOf(userNo, hubNos)
  const hubs = memberships.flatMap(hub => hub.members.map(reader => ({ ...hub, reader })))
  const numbers = await unreadIn(context, hubs)
  return new Map(
    hubs.map(({ hubNo, revision, reader }, at) => {
      const numUnreadArticles = numbers[at] ?? 0
      return [hubNo, { hubNo, numUnreadArticles, revision, isMuted: reader.muted ?? false }]
    }),
  )
}
