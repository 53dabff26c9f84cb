import type { Viewer } from '#protocol/access.ts'
import { hasSeen, unseenGaps } from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { publishReaders } from '#server/features/discussion/discussion.events.ts'
import { type ListedHub, requireMember, withUnread } from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord, MemberRecord, SeenChange } from '#server/features/hubs/hubs.record.ts'
import type { ShareStore } from '#server/features/shares/shares.store.ts'
import { publishSeen } from './seen.events.ts'
import { type SeenReport, withSeen } from './seen.rules.ts'

/** Answered together with all who tell of the same hub in the same moment. Throws a RequestError 'notFound' for who is not in it. */
export async function markSeen(
  context: Context,
  viewer: Viewer,
  { hubNo, seqs }: { hubNo: number; seqs: readonly number[] },
): Promise<ListedHub> {
  const hub = requireMember(viewer, await publish(context, hubNo, { userNo: viewer.userNo, seqs }))
  return withUnread(context, viewer.userNo, hub)
}

/** Whoever opens a note has seen it in all their hubs, and is told there to have read it. Nobody waits for it. */
export function tellOpened(context: Context, { userNo }: Viewer, noteNo: number): void {
  const { stores } = context
  context.backgroundTasks.run('marking an opened note as seen', async () => {
    const [shares, hubNos] = await Promise.all([
      stores.shares.liveOfNote(noteNo),
      stores.hubs.numbersOf(userNo),
    ])
    const own = shares.filter(({ hubNo }) => hubNos.includes(hubNo))
    await Promise.all(
      own.map(({ hubNo, seq }) => publish(context, hubNo, { userNo, seqs: [seq], openedNoteNo: noteNo })),
    )
  })
}

/** Null when there is no such hub. */
function publish(context: Context, hubNo: number, report: SeenReport): Promise<HubRecord | null> {
  return context.seenReports(hubNo, report, reports => takeSeen(context, hubNo, reports))
}

/**
 * One change of the hub for all who told, so that looking and opening do not keep shares from their quick way (decision 0012).
 * Begins again when an unread number changed meanwhile.
 */
async function takeSeen(
  context: Context,
  hubNo: number,
  reports: readonly SeenReport[],
): Promise<HubRecord | null> {
  const { stores } = context
  for (;;) {
    const hub = await stores.hubs.byNo(hubNo)
    if (hub === null) return null
    const changes = await changesOf(context, hub, reports)
    const openedNos = [...new Set(reports.flatMap(({ openedNoteNo }) => openedNoteNo ?? []))]
    if (changes.length + openedNos.length === 0) return hub
    const taken = await mutateHub(context, hubNo, {
      save: () => stores.hubs.takeSeen(hub, changes, openedNos.length > 0),
      count: taken => taken,
      async publish(taken) {
        if (openedNos.length > 0) await publishReaders(context, taken, openedNos)
        const places = changes.map(({ place }) => place)
        if (places.length > 0) await publishSeen(context, taken, places)
      },
    })
    if (taken) return taken
  }
}

/** Of those who are in the hub and have seen something that they had not seen before. */
async function changesOf(
  { stores }: Context,
  hub: HubRecord,
  reports: readonly SeenReport[],
): Promise<SeenChange[]> {
  const isAhead = reports.some(({ seqs }) => seqs.some(seq => seq > hub.lastSeq))
  // What is not there yet is not seen ahead.
  const last = isAhead ? await stores.shares.lastSeq(hub.hubNo) : hub.lastSeq
  const looks = hub.members.flatMap((member, place) => {
    const told = reports.flatMap(({ userNo, seqs }) => (userNo === member.userNo ? seqs : []))
    const newlySeen = told.filter(seq => seq <= last && !hasSeen(member, seq))
    return newlySeen.length > 0 ? [{ place, member, newlySeen }] : []
  })
  const notUnread = await notUnreadFor(stores.shares, hub.hubNo, looks)
  return looks.map(look => ({ place: look.place, ...withSeen(look.member, look.newlySeen, notUnread(look)) }))
}

interface Look {
  place: number
  member: MemberRecord
  newlySeen: number[]
}

/** Tells of the gaps that looking leaves which numbers are unread for this member in no case. Asks only when there are gaps. */
async function notUnreadFor(
  shares: ShareStore,
  hubNo: number,
  looks: readonly Look[],
): Promise<(look: Look) => number[]> {
  const gaps = looks.flatMap(({ member, newlySeen }) => unseenGaps(withSeen(member, newlySeen)).slice(0, -1))
  if (gaps.length === 0) return () => []
  const between = {
    after: Math.min(...gaps.map(({ after }) => after)),
    before: Math.max(...gaps.map(({ before }) => before ?? 0)),
  }
  const authorNos = looks.map(({ member }) => member.userNo)
  const found = await shares.notUnreadBetween(hubNo, between, authorNos)
  return ({ member }) =>
    found.filter(({ live, authorNo }) => !live || authorNo === member.userNo).map(({ seq }) => seq)
}
