import { isMember, type Viewer } from '#protocol/access.ts'
import { NOTE_ITSELF, type ReactionView } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { notifyRecipients } from '#server/features/comments/comments.notifications.ts'
import { openThread, requireInThread } from '#server/features/comments/comments.service.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import {
  isNotifiedInHub,
  notificationOfReaction,
  publishNotificationCounts,
} from '#server/features/inbox/inbox.events.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ReactionRecord, ReactionSubject } from './reactions.repository.ts'

interface ReactionRequest {
  hubNo: number
  noteNo: number
  /** Absent for the note itself. */
  commentNo?: number | undefined
  isOn: boolean
}

const DELETED_COMMENT = { sentence: 'reactions.commentGone', field: 'commentNo' } as const

/** Idempotent, but publishes each time: an earlier call may have failed before publishing. */
export async function setReaction(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, commentNo = NOTE_ITSELF, isOn }: ReactionRequest,
): Promise<{ version: number; empathy: ReactionView }> {
  const { repositories, clock } = context
  const subject = { hubNo, noteNo, commentNo }
  const { userNo } = viewer
  const [{ hub, share }, found, reactedAt, blockerNos] = await Promise.all([
    openThread(context, viewer, subject),
    commentNo === NOTE_ITSELF ? null : repositories.comments.findByNo(commentNo),
    isOn ? repositories.reactions.findDate({ ...subject, userNo }) : null,
    isOn ? repositories.blocks.findBlockers(userNo) : new Set<number>(),
  ])
  const comment = commentNo === NOTE_ITSELF ? null : requireInThread(found, subject, DELETED_COMMENT)
  const reaction = { ...subject, userNo, since: reactedAt ?? clock() }
  const ownerNo = comment?.writerNo ?? share.authorNo
  const isNotified = isOn && isNotifiedInHub(hub, { userNo: ownerNo, byNo: userNo, blockerNos })
  let event: { version: number; empathy: ReactionView } | null = null
  await mutateHub(context, hubNo, {
    async save() {
      if (isOn)
        await repositories.reactions.add(
          reaction,
          isNotified ? [notificationOfReaction(reaction, ownerNo)] : [],
        )
      else await repositories.reactions.remove(reaction)
      return subject
    },
    async bumpVersion() {
      const hub = await repositories.hubs.bumpVersion(hubNo)
      return hub !== null && (await isStillAllowed(context, hub, viewer, subject)) ? hub : null
    },
    async publish(hub) {
      event = { version: hub.version, empathy: await publishReaction(context, hub, subject) }
      if (!isOn) await deleteNotificationsOfReaction(context, reaction)
      else if (isNotified) notifyRecipients(context, hub, { userNos: [ownerNo], at: reaction.since })
    },
    async rollback() {
      await repositories.reactions.remove(reaction)
      await deleteNotificationsOfReaction(context, reaction)
    },
  })
  if (event === null) throw notFound()
  return event
}

/**
 * Meanwhile the user or the note may have left the hub or the comment been deleted, and its cleanup may have missed
 * this reaction.
 */
async function isStillAllowed(
  { repositories }: Context,
  hub: HubRecord,
  viewer: Viewer,
  { hubNo, noteNo, commentNo }: ReactionSubject,
): Promise<boolean> {
  const [share, comment] = await Promise.all([
    repositories.shares.findLive(hubNo, noteNo),
    commentNo === NOTE_ITSELF ? true : repositories.comments.findByNo(commentNo),
  ])
  return isMember(viewer, hub) && share !== null && comment !== null
}

/** Removes all reactions of a user. Idempotent. */
export async function removeReactionsOf(context: Context, userNo: number): Promise<void> {
  const { repositories } = context
  for (const reaction of await repositories.reactions.findByUser(userNo))
    await mutateHub(context, reaction.hubNo, {
      async save() {
        await repositories.reactions.remove(reaction)
        return reaction
      },
      async publish(hub) {
        await publishReaction(context, hub, reaction)
        await deleteNotificationsOfReaction(context, reaction)
      },
    })
}

/** Removes the reaction from its author's notification. */
async function deleteNotificationsOfReaction(
  context: Context,
  { hubNo, noteNo, commentNo, userNo }: Omit<ReactionRecord, 'since'>,
): Promise<void> {
  const about = { commentNo: commentNo === NOTE_ITSELF ? null : commentNo, byNo: userNo }
  await publishNotificationCounts(
    context,
    await context.repositories.notifications.removeReaction({ hubNo, noteNo }, about),
  )
}

/**
 * Publishes all reactions, read after the version bump: receivers ignore an event whose version is not higher than the
 * one they know. Returns the published event.
 */
async function publishReaction(
  { repositories, live }: Context,
  { hubNo, version }: HubRecord,
  subject: ReactionSubject,
): Promise<ReactionView> {
  const reaction = await repositories.reactions.findBySubject(subject)
  live.emitToHub(hubNo, 'empathy:changed', { hubNo, version, noteNo: subject.noteNo, empathy: reaction })
  return reaction
}
