import { AGORA_NAMESPACE, type AgoraRejection, agoraHandshakeSchema } from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { LiveServer } from '#server/live/broadcast.ts'
import type { SocketGuard } from '#server/live/socketGuard.ts'
import { createConcurrencyLimit } from '#server/platform/limits/concurrencyLimit.ts'

interface NamespaceParts {
  guard: SocketGuard
  /** How many may look from one address at a time. */
  visitorsAnAddress: number
}

/**
 * Lets in whoever looks at the agora, signed in or not. Here is nothing but what everybody may hear: no other room is
 * joined, and nothing that is said is listened to.
 */
export function openAgoraNamespace(io: LiveServer, { guard, visitorsAnAddress }: NamespaceParts): void {
  const visitors = createConcurrencyLimit(visitorsAnAddress)
  const reject = (rejection: AgoraRejection) => new Error(rejection)

  io.of(AGORA_NAMESPACE)
    .use((socket, next) => {
      const shown = agoraHandshakeSchema.safeParse(socket.handshake.auth)
      if (shown.data?.protocol !== PROTOCOL_VERSION) return next(reject('outdated'))
      const address = guard.addressOf(socket)
      return visitors.isReached(address) || guard.isFlooded(address) ? next(reject('crowded')) : next()
    })
    .on('connection', socket => {
      socket.once('disconnect', visitors.enter(guard.addressOf(socket)))
    })
}
