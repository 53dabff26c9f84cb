import { isMember, type Viewer } from '#protocol/access.ts'
import { NOTE_ITSELF, type ReactionView } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { openThread, requireInThread } from '#server/features/comments/comments.domain.ts'
import { notifyRecipients } from '#server/features/comments/comments.notifications.ts'
import { mutateHub } from '#server/features/hubs/hubs.mutation.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { notificationOfReaction } from '#server/features/inbox/inbox.notify.ts'
import { notFound } from '#server/platform/errors.ts'
import { publishReaction } from './reactions.events.ts'
import { deleteNotificationsOfReaction } from './reactions.removal.ts'
import type { ReactionSubject } from './reactions.store.ts'

interface ReactionRequest {
  hubNo: number
  noteNo: number
  /** Absent: the note itself. */
  commentNo?: number | undefined
  isOn: boolean
}

const COMMENT_GONE = { sentence: 'reactions.commentGone', field: 'commentNo' } as const

/** Repeated it changes nothing, but is told again: the first may have been cut off before. */
export async function setReaction(
  context: Context,
  viewer: Viewer,
  { hubNo, noteNo, commentNo = NOTE_ITSELF, isOn }: ReactionRequest,
): Promise<{ version: number; empathy: ReactionView }> {
  const { stores, clock } = context
  const subject = { hubNo, noteNo, commentNo }
  const { userNo } = viewer
  const [{ hub, share }, found, known, blockerNos] = await Promise.all([
    openThread(context, viewer, subject),
    commentNo === NOTE_ITSELF ? null : stores.comments.byNo(commentNo),
    isOn ? stores.reactions.sinceOf({ ...subject, userNo }) : null,
    isOn ? stores.personBlocks.blockersOf(userNo) : new Set<number>(),
  ])
  const comment = commentNo === NOTE_ITSELF ? null : requireInThread(found, subject, COMMENT_GONE)
  const reaction = { ...subject, userNo, since: known ?? clock() }
  const ownerNo = comment?.writerNo ?? share.authorNo
  const isReceived = hub.members.some(member => member.userNo === ownerNo && !member.muted)
  const isTold = isOn && isReceived && ownerNo !== userNo && !blockerNos.has(ownerNo)
  let told: { version: number; empathy: ReactionView } | null = null
  await mutateHub(context, hubNo, {
    async save() {
      if (isOn)
        await stores.reactions.add(reaction, isTold ? [notificationOfReaction(reaction, ownerNo)] : [])
      else await stores.reactions.remove(reaction)
      return subject
    },
    async count() {
      const hub = await stores.hubs.bumpVersion(hubNo)
      return hub !== null && (await isStillOpen(context, hub, viewer, subject)) ? hub : null
    },
    async publish(hub) {
      told = { version: hub.version, empathy: await publishReaction(context, hub, subject) }
      if (!isOn) await deleteNotificationsOfReaction(context, reaction)
      else if (isTold) notifyRecipients(context, hub, { userNos: [ownerNo], at: reaction.since })
    },
    async takeBack() {
      await stores.reactions.remove(reaction)
      await deleteNotificationsOfReaction(context, reaction)
    },
  })
  if (told === null) throw notFound()
  return told
}

/** Meanwhile they may have left the hub, the note have left it, or the comment be gone, and what hung on it been cleared away. */
async function isStillOpen(
  { stores }: Context,
  hub: HubRecord,
  viewer: Viewer,
  { hubNo, noteNo, commentNo }: ReactionSubject,
): Promise<boolean> {
  const [share, comment] = await Promise.all([
    stores.shares.live(hubNo, noteNo),
    commentNo === NOTE_ITSELF ? true : stores.comments.byNo(commentNo),
  ])
  return isMember(viewer, hub) && share !== null && comment !== null
}
