import type { Viewer } from '#protocol/access.ts'
import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import { hasSeen, type Seen, type SeenRange, unseenGaps } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { publishReaders } from '#server/features/discussion/discussion.events.ts'
import { type ListedHub, requireMember, withUnread } from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import { seenView } from '#server/features/hubs/hubs.presenter.ts'
import type { HubRecord, MemberRecord, SeenChange, SeenReport } from '#server/features/hubs/hubs.record.ts'
import type { ShareRepository } from '#server/features/shares/shares.repository.ts'
import { carryOverUnread, countUnreadOfMembers } from '#server/features/shares/shares.unread.ts'

/** Batches concurrent reports for the same hub. Throws `notFound` if the viewer is not a member. */
export async function markSeen(
  context: Context,
  viewer: Viewer,
  { hubNo, seqs }: { hubNo: number; seqs: readonly number[] },
): Promise<ListedHub> {
  const hub = requireMember(viewer, await queueSeenReport(context, hubNo, { userNo: viewer.userNo, seqs }))
  return withUnread(context, viewer.userNo, hub)
}

/**
 * Marks an opened note as seen and publishes the read receipt, in all of the viewer's hubs with the note. Runs in the
 * background.
 */
export function markOpened(context: Context, { userNo }: Viewer, noteNo: number): void {
  const { repositories } = context
  context.backgroundTasks.run('mark an opened note as seen', async () => {
    const [shares, hubNos] = await Promise.all([
      repositories.shares.findLiveByNote(noteNo),
      repositories.hubs.findNosByMember(userNo),
    ])
    const own = shares.filter(({ hubNo }) => hubNos.includes(hubNo))
    await Promise.all(
      own.map(({ hubNo, seq }) =>
        queueSeenReport(context, hubNo, { userNo, seqs: [seq], openedNoteNo: noteNo }),
      ),
    )
  })
}

/** Null if there is no such hub. */
function queueSeenReport(context: Context, hubNo: number, report: SeenReport): Promise<HubRecord | null> {
  return context.batchSeenReports(hubNo, report, reports => applySeenReports(context, hubNo, reports))
}

/**
 * Applies all reports in one change of the hub, so that they do not slow down sharing (decision 0012). Retries if an
 * unread count has changed meanwhile.
 */
async function applySeenReports(
  context: Context,
  hubNo: number,
  reports: readonly SeenReport[],
): Promise<HubRecord | null> {
  const { repositories } = context
  for (;;) {
    const hub = await repositories.hubs.findByNo(hubNo)
    if (hub === null) return null
    const changes = await findChanges(context, hub, reports)
    const openedNos = [...new Set(reports.flatMap(({ openedNoteNo }) => openedNoteNo ?? []))]
    if (changes.length + openedNos.length === 0) return hub
    const result = await mutateHub(context, hubNo, {
      save: () => repositories.hubs.saveSeen(hub, changes, openedNos.length > 0),
      bumpVersion: result => result,
      async publish(result) {
        if (openedNos.length > 0) await publishReaders(context, result, openedNos)
        const indexes = changes.map(({ memberIndex }) => memberIndex)
        if (indexes.length > 0) await publishSeen(context, result, indexes)
      },
    })
    if (result) return result
  }
}

/** New read states of current members who have seen something new. */
async function findChanges(
  { repositories }: Context,
  hub: HubRecord,
  reports: readonly SeenReport[],
): Promise<SeenChange[]> {
  const hasLaterSeqs = reports.some(({ seqs }) => seqs.some(seq => seq > hub.lastSeq))
  // Ignores numbers that do not exist yet.
  const last = hasLaterSeqs ? await repositories.shares.lastSeq(hub.hubNo) : hub.lastSeq
  const inputs = hub.members.flatMap((member, memberIndex) => {
    const seenSeqs = reports.flatMap(({ userNo, seqs }) => (userNo === member.userNo ? seqs : []))
    const newlySeen = seenSeqs.filter(seq => seq <= last && !hasSeen(member, seq))
    return newlySeen.length > 0 ? [{ memberIndex, member, newlySeen }] : []
  })
  const notUnread = await findNotUnread(repositories.shares, hub.hubNo, inputs)
  return inputs.map(input => ({
    memberIndex: input.memberIndex,
    ...addSeen(input.member, input.newlySeen, notUnread(input)),
  }))
}

interface SeenChangeInput {
  memberIndex: number
  member: MemberRecord
  newlySeen: number[]
}

/** Numbers in the gaps between seen ranges that are not unread for this member. Queries only if there are gaps. */
async function findNotUnread(
  shares: ShareRepository,
  hubNo: number,
  inputs: readonly SeenChangeInput[],
): Promise<(input: SeenChangeInput) => number[]> {
  const gaps = inputs.flatMap(({ member, newlySeen }) => unseenGaps(addSeen(member, newlySeen)).slice(0, -1))
  if (gaps.length === 0) return () => []
  const between = {
    after: Math.min(...gaps.map(({ after }) => after)),
    before: Math.max(...gaps.map(({ before }) => before ?? 0)),
  }
  const authorNos = inputs.map(({ member }) => member.userNo)
  const found = await shares.findNotUnreadBetween(hubNo, between, authorNos)
  return ({ member }) =>
    found.filter(({ live, authorNo }) => !live || authorNo === member.userNo).map(({ seq }) => seq)
}

/**
 * Adds seen shares to a member's read state and merges adjacent ranges. Beyond the maximum number of ranges, the
 * lowest gap counts as read.
 * @param notUnread numbers that are not unread for this member anyway: they fill gaps, but make no ranges.
 */
export function addSeen(
  { readSeq, seen = [] }: Seen,
  seqs: readonly number[],
  notUnread: readonly number[] = [],
): { readSeq: number; seen: SeenRange[] } {
  const seenRanges = mergeRanges([{ from: 0, to: readSeq }, ...seen, ...seqs.map(toRange)])
  const all = mergeRanges([...seenRanges, ...notUnread.map(toRange)]).filter(range =>
    seenRanges.some(({ from, to }) => range.from <= from && to <= range.to),
  )
  const [first = { from: 0, to: readSeq }, ...ranges] = all
  const tooMany = Math.max(0, ranges.length - SEEN_RANGES_MAX)
  const lastRead = ranges[tooMany - 1] ?? first
  return { readSeq: lastRead.to, seen: ranges.slice(tooMany) }
}

const toRange = (seq: number): SeenRange => ({ from: seq, to: seq })

/** Sorts, and merges overlapping or adjacent ranges. */
function mergeRanges(ranges: readonly SeenRange[]): SeenRange[] {
  const inOrder = [...ranges].sort((a, b) => a.from - b.from)
  const made: SeenRange[] = []
  for (const { from, to } of inOrder) {
    const last = made.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else made.push({ from, to })
  }
  return made
}

/**
 * Publishes the new unread count to each member who has seen something.
 * @param memberIndexes indexes into the hub's members.
 */
async function publishSeen(
  context: Context,
  hub: HubRecord,
  memberIndexes: readonly number[],
): Promise<void> {
  const members = hub.members.filter((_, index) => memberIndexes.includes(index))
  carryOverUnread(
    context,
    hub,
    members.map(({ userNo }) => userNo),
  )
  const unread = await countUnreadOfMembers(context, { ...hub, members })
  context.live.publishToEach(
    'unread:changed',
    members.map(({ userNo }) => [
      [userNo],
      seenView({ ...hub, numUnreadArticles: unread.get(userNo) ?? 0 }, userNo),
    ]),
  )
}
