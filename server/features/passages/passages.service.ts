import { canDeleteHighlight, isMember, type Viewer } from '#protocol/access.ts'
import { notificationTargets } from '#protocol/inbox.ts'
import type { Passage } from '#protocol/passages.ts'
import type { Context } from '#server/context.ts'
import { notifyRecipients } from '#server/features/comments/comments.notifications.ts'
import { ownHub, requireMember } from '#server/features/hubs/hubs.listing.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import {
  isNotifiedInHub,
  notificationOfHighlight,
  publishNotificationCounts,
} from '#server/features/inbox/inbox.events.ts'
import { ownNote } from '#server/features/notes/notes.service.ts'
import { attachAuthors, requireVisible } from '#server/features/shares/shares.visibility.ts'
import { forbidden, notFound } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/seoulDays.ts'
import type { HighlightContext, OpenHighlight } from './highlights.repository.ts'
import { publishHighlighted, publishUnhighlighted } from './passages.events.ts'
import type { HighlightRecord } from './passages.record.ts'
import type { NotePassages, PassageCommentRecord } from './passages.repository.ts'
import { requireSpace, verifyPassage } from './passages.rules.ts'

interface Thread {
  hubNo: number
  noteNo: number
}

interface PassageList {
  version: number
  highlights: HighlightRecord[]
  comments: PassageCommentRecord[]
}

/** Reads the hub version before the passages, so the response includes at least all changes up to it. */
export async function listPassages(context: Context, viewer: Viewer, thread: Thread): Promise<PassageList> {
  const { version } = await ownHub(context, viewer, thread.hubNo)
  const { share, highlights, comments } = await context.repositories.passages.findByThread(thread)
  await requireVisible(context, share)
  return { version, highlights, comments }
}

/** The passages of an own note in all hubs where it is shared. */
export async function listNotePassages(
  context: Context,
  viewer: Viewer,
  noteNo: number,
): Promise<NotePassages> {
  await ownNote(context, viewer, noteNo)
  return context.repositories.passages.findByNote(noteNo)
}

/**
 * One round trip reads, another one saves the highlight and bumps the hub version, unless the hub changed meanwhile
 * (decision 0012). Idempotent, but publishes each time: an earlier call may have failed before publishing.
 */
export async function highlightPassage(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, passage }: Thread & { passage: Passage },
): Promise<{ version: number; highlight: HighlightRecord }> {
  const { repositories } = context
  const { userNo } = viewer
  const before = await repositories.highlights.readContext({ hubNo, noteNo }, userNo, passage)
  if (before === null) throw notFound()
  const hubBefore = requireMember(viewer, before.hub)
  const { authorNo } = await requireVisible(context, before.share)
  const newHighlight =
    before.existing ?? (await createHighlight(context, before, { noteNo, userNo, passage }))
  const { blockerNos } = before
  const isNotified = isNotifiedInHub(hubBefore, { userNo: authorNo, byNo: userNo, blockerNos })
  let result: { version: number; highlight: HighlightRecord } | null = null
  await mutateHub(context, hubNo, {
    save: () =>
      repositories.highlights.save(newHighlight, {
        hub: hubBefore,
        news: isNotified ? [notificationOfHighlight(newHighlight, authorNo)] : [],
      }),
    bumpVersion: ({ isCounted }) =>
      isCounted
        ? { ...hubBefore, version: hubBefore.version + 1 }
        : bumpIfAllowed(context, viewer, { hubNo, noteNo }),
    publish(hub, { highlight }) {
      result = { version: hub.version, highlight }
      publishHighlighted(context, hub, highlight)
      if (isNotified) notifyRecipients(context, hub, { userNos: [authorNo], at: highlight.since })
    },
    async rollback({ highlight }) {
      if (before.existing) return
      const open = await repositories.highlights.open(highlight.highlightNo)
      if (open) await removeHighlight(context, open)
    },
  })
  if (result === null) throw notFound()
  return result
}

/** Verifies the passage and the limits. */
async function createHighlight(
  { counters, noteTexts, clock }: Context,
  { hub, share, ...passageContext }: HighlightContext,
  { noteNo, userNo, passage }: { noteNo: number; userNo: number; passage: Passage },
): Promise<HighlightRecord> {
  if (share === null) throw notFound()
  const sources = { noteNo, share, userNo, textOf: noteTexts }
  const verified = verifyPassage(passage, passageContext, sources)
  requireSpace(passageContext)
  const highlightNo = await counters.next('highlight')
  return { highlightNo, hubNo: hub.hubNo, noteNo, userNo, passage: verified, since: clock() }
}

/** Null if the user or the note has left the hub meanwhile. */
async function bumpIfAllowed(
  { repositories }: Context,
  viewer: Viewer,
  { hubNo, noteNo }: Thread,
): Promise<HubRecord | null> {
  const hub = await repositories.hubs.bumpVersion(hubNo)
  if (hub === null || !isMember(viewer, hub)) return null
  return (await repositories.shares.findLive(hubNo, noteNo)) && hub
}

/** Idempotent. Changes nothing for a highlight that the viewer cannot see, and does not reveal whether it exists. */
export async function deleteHighlight(context: Context, viewer: Viewer, highlightNo: number): Promise<void> {
  const open = await context.repositories.highlights.open(highlightNo)
  if (open?.hub == null || open.share === null || !isMember(viewer, open.hub)) return
  const visible = await attachAuthors(context, [open.share])
  if (visible.length === 0) return
  if (!canDeleteHighlight(viewer, open.highlight, open.share)) throw forbidden()
  await removeHighlight(context, open)
}

/** Removes all highlights of a user, also in hidden threads. Idempotent. */
export async function removeHighlightsOf(context: Context, userNo: number): Promise<void> {
  const { highlights } = context.repositories
  for (const { highlightNo } of await highlights.findByUser(userNo)) {
    const open = await highlights.open(highlightNo)
    if (open) await removeHighlight(context, open)
  }
}

/** Idempotent: publishes a deletion only once. */
async function removeHighlight(context: Context, { highlight, hub, share }: OpenHighlight): Promise<void> {
  const { repositories } = context
  const { hubNo } = highlight
  await mutateHub(context, hubNo, {
    save: () => repositories.highlights.delete(highlight, hub ?? { version: 0 }),
    bumpVersion: ({ isCounted }) =>
      isCounted && hub ? { ...hub, version: hub.version + 1 } : repositories.hubs.bumpVersion(hubNo),
    publish(updatedHub) {
      publishUnhighlighted(context, updatedHub, highlight)
      // Authors are not notified of their own highlights.
      if (share?.authorNo === highlight.userNo) return
      context.backgroundTasks.run('remove the notification of a highlight', () =>
        removeFromNotification(context, highlight),
      )
    },
  })
}

/** Removes the user from the author's notification of the day, unless they have another highlight of that day. */
async function removeFromNotification(context: Context, highlight: HighlightRecord): Promise<void> {
  const { repositories } = context
  const { hubNo, noteNo, userNo } = highlight
  const day = dayOf(highlight.since)
  const times = await repositories.highlights.findTimes(highlight)
  if (times.some(since => dayOf(since) === day)) return
  const target = notificationTargets.passage(hubNo, noteNo, day)
  await publishNotificationCounts(
    context,
    await repositories.notifications.removeHighlight({ hubNo, noteNo }, { target, byNo: userNo }),
  )
}
