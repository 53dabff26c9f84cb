import { PROTOCOL_VERSION } from '#protocol/call.ts'
import { AGORA_NAMESPACE, type AgoraRejection, agoraHandshakeSchema } from '#protocol/events.ts'
import type { LiveServer } from '#server/live/broadcast.ts'
import type { SocketGuard } from '#server/live/socketGuard.ts'
import { createConnectionLimit } from '#server/platform/limits/keyedLimits.ts'

interface NamespaceParts {
  guard: SocketGuard
  /** Concurrent visitors per IP address. */
  maxVisitorsPerAddress: number
}

/**
 * Admits signed-in users and visitors. The namespace carries public events only; its sockets join no other room and
 * no client event is handled.
 */
export function openAgoraNamespace(io: LiveServer, { guard, maxVisitorsPerAddress }: NamespaceParts): void {
  const visitors = createConnectionLimit(maxVisitorsPerAddress)
  const reject = (rejection: AgoraRejection) => new Error(rejection)

  io.of(AGORA_NAMESPACE)
    .use((socket, next) => {
      const handshake = agoraHandshakeSchema.safeParse(socket.handshake.auth)
      if (handshake.data?.protocol !== PROTOCOL_VERSION) return next(reject('outdated'))
      const address = guard.addressOf(socket)
      return visitors.isReached(address) || guard.isFlooded(address) ? next(reject('crowded')) : next()
    })
    .on('connection', socket => {
      socket.once('disconnect', visitors.acquire(guard.addressOf(socket)))
    })
}
