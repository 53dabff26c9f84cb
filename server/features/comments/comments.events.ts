import type { Viewer } from '#protocol/access.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { withPassageCounts } from '#server/features/passages/commentPassage.ts'
import { isInHub, type LiveServer, rooms, socketsIn } from '#server/live/broadcast.ts'
import type { ClientEventHandlers, VolatileEvents } from '#server/live/clientEvents.ts'
import { translatorFor } from '#server/platform/i18n.ts'
import { lastCommentView, viewComment } from './comments.presenter.ts'
import type { CommentRecord } from './comments.repository.ts'

/** An event goes to all members, so labels are in the default language. */
const t = translatorFor(DEFAULT_LANGUAGE)

/**
 * @param count of the thread, and `passageCount` of the passage of the comment, read at the hub's version or later:
 * receivers ignore a count whose version is not higher than the one they know.
 */
export async function publishPosted(
  context: Context,
  { hubNo, version }: HubRecord,
  { comment, count, passageCount }: { comment: CommentRecord; count: number; passageCount: number },
): Promise<void> {
  const { noteNo } = comment
  const view = await viewComment(context, comment, t)
  context.live.emitToHub(hubNo, 'comment:posted', {
    ...{ hubNo, version, noteNo, count, comment: view },
    ...(comment.passage && { passageCount }),
  })
}

/** Reads the comment after the version bump, because receivers ignore a change whose version is not higher. */
export async function publishChanged(
  context: Context,
  { hubNo, version }: HubRecord,
  changed: CommentRecord,
): Promise<void> {
  const { repositories, live } = context
  const { noteNo, commentNo } = changed
  const comment = await repositories.comments.findByNo(commentNo)
  const view = await viewComment(context, comment ?? changed, t)
  live.emitToHub(hubNo, 'comment:changed', { hubNo, version, noteNo, comment: view })
}

export async function publishDeleted(
  context: Context,
  { hubNo, version }: HubRecord,
  { noteNo, commentNo }: CommentRecord,
): Promise<void> {
  const { repositories, people, live } = context
  const { count, newest: uncounted } = await repositories.comments.findThreadSummary({ hubNo, noteNo })
  const [newest] = await withPassageCounts(context, hubNo, uncounted ? [uncounted] : [])
  const writers = await people.getMany(newest ? [newest.writerNo] : [])
  const last = lastCommentView(newest, writers)
  live.emitToHub(hubNo, 'comment:deleted', { hubNo, version, noteNo, count, commentNo, last })
}

/** To the reader's own tabs. */
export function publishRead(
  { live }: Context,
  { userNo }: Viewer,
  read: { hubNo: number; noteNo: number; commentNo: number },
): void {
  live.emitToUser(userNo, 'comments:read', read)
}

/** Relays typing indicators between members. Nothing is stored. */
export function relayTyping(
  io: LiveServer,
  volatileEvents: VolatileEvents,
  { repositories, people }: Context,
): Pick<ClientEventHandlers, 'comment:composing'> {
  return {
    async 'comment:composing'(socket, { hubNo, noteNo, passage }) {
      if (!isInHub(socket, hubNo)) return
      const { userNo } = socket.data
      const [share, writers] = await Promise.all([
        repositories.shares.findLive(hubNo, noteNo),
        people.getMany([userNo]),
      ])
      const userName = writers.get(userNo)?.username
      // The writer may have left the hub meanwhile.
      if (share === null || userName === undefined || !isInHub(socket, hubNo)) return
      const room = rooms.hub(hubNo)
      volatileEvents.publish(
        `composing ${hubNo} ${noteNo} ${userNo}`,
        () => socketsIn(io, room),
        () => {
          if (isInHub(socket, hubNo))
            socket.to(room).emit('comment:composing', {
              ...{ hubNo, noteNo, userNo, userName },
              ...(passage && { passage }),
            })
        },
      )
    },
  }
}
