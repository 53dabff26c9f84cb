import type { Context } from '#server/context.ts'
import { isInHub, type LiveServer, rooms, socketsIn } from '#server/live/broadcast.ts'
import type { ClientEventHandlers } from '#server/live/clientEvents.ts'
import type { VolatileEvents } from '#server/live/volatileEvents.ts'

/** Relays typing indicators between members. Nothing is stored. */
export function relayTyping(
  io: LiveServer,
  volatileEvents: VolatileEvents,
  { repositories, people }: Context,
): Pick<ClientEventHandlers, 'comment:composing'> {
  return {
    async 'comment:composing'(socket, { hubNo, noteNo }) {
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
            socket.to(room).emit('comment:composing', { hubNo, noteNo, userNo, userName })
        },
      )
    },
  }
}
