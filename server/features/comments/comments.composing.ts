import type { Context } from '#server/context.ts'
import { isInHub, type LiveServer, rooms, socketsIn } from '#server/live/broadcast.ts'
import type { ClientEventHandlers } from '#server/live/clientEvents.ts'
import type { VolatileEvents } from '#server/live/volatileEvents.ts'

/** Passes on, from members to members, who is writing a comment. Nothing of it is kept. */
export function relayComposing(
  io: LiveServer,
  volatileEvents: VolatileEvents,
  { stores, people }: Context,
): Pick<ClientEventHandlers, 'comment:composing'> {
  return {
    async 'comment:composing'(socket, { hubNo, noteNo }) {
      if (!isInHub(socket, hubNo)) return
      const { userNo } = socket.data
      const [share, writers] = await Promise.all([stores.shares.live(hubNo, noteNo), people.of([userNo])])
      const userName = writers.get(userNo)?.username
      // Meanwhile the writer may have left the hub.
      if (share === null || userName === undefined || !isInHub(socket, hubNo)) return
      const room = rooms.hub(hubNo)
      volatileEvents.tell(
        `composing ${hubNo} ${noteNo} ${userNo}`,
        () => socketsIn(io, room),
        () => {
          if (isInHub(socket, hubNo))
            socket.to(room).emit('comment:composing', { hubNo, noteNo, userNo, userName })
        },
      )
    },
  }
}
