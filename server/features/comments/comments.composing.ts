import { clientEvents } from '#protocol/events.ts'
import { COMPOSING_PERIOD_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { type LiveServer, type LiveSocket, rooms } from '#server/platform/live.ts'

/** Passes on, from members to members, who is writing a comment. Nothing of it is kept. */
export function relayComposing(io: LiveServer, { stores, clock, log }: Context): void {
  async function relay(socket: LiveSocket, hubNo: number, noteNo: number): Promise<void> {
    const { userNo } = socket.data
    const [share, people] = await Promise.all([
      stores.shares.live(hubNo, noteNo),
      stores.users.people([userNo]),
    ])
    const userName = people.get(userNo)?.username
    // Meanwhile the writer may have left the hub.
    if (share === null || userName === undefined || !isIn(socket, hubNo)) return
    socket.to(rooms.hub(hubNo)).emit('comment:composing', { hubNo, noteNo, userNo, userName })
  }

  io.on('connection', socket => {
    let heardAt = 0
    socket.on('comment:composing', said => {
      const now = clock().getTime()
      const { success, data } = clientEvents['comment:composing'].safeParse(said)
      if (!success || !isIn(socket, data.hubNo) || now - heardAt < COMPOSING_PERIOD_MS / 2) return
      heardAt = now
      relay(socket, data.hubNo, data.noteNo).catch(error =>
        log.warn({ err: error }, 'who is writing could not be told'),
      )
    })
  })
}

function isIn(socket: LiveSocket, hubNo: number): boolean {
  return socket.rooms.has(rooms.hub(hubNo))
}
