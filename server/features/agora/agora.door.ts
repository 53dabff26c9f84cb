import type { IncomingMessage } from 'node:http'
import { AGORA_DOOR, type AgoraRefusal, agoraHandshakeSchema } from '#protocol/events.ts'
import { PROTOCOL_VERSION } from '#protocol/version.ts'
import type { LiveServer } from '#server/platform/live.ts'

/** A school class that looks at the agora together, each with a few tabs. More are refused until some go. */
const LOOKERS_AN_ADDRESS = 100

interface DoorParts {
  /** Where a request comes from, as far as proxies are trusted. */
  addressOf(request: IncomingMessage): string
  /** Multiplies how many may come from one address. */
  scale: number
}

/**
 * Lets in whoever looks at the agora, signed in or not. Here is nothing but what everybody may hear: no other room is
 * joined, and nothing that is said is listened to.
 */
export function openAgoraDoor(io: LiveServer, { addressOf, scale }: DoorParts): void {
  const lookers = new Map<string, number>()
  const refuse = (refusal: AgoraRefusal) => new Error(refusal)

  io.of(AGORA_DOOR)
    .use((socket, next) => {
      const shown = agoraHandshakeSchema.safeParse(socket.handshake.auth)
      if (shown.data?.protocol !== PROTOCOL_VERSION) return next(refuse('outdated'))
      const before = lookers.get(addressOf(socket.request)) ?? 0
      return before < LOOKERS_AN_ADDRESS * scale ? next() : next(refuse('crowded'))
    })
    .on('connection', socket => {
      const address = addressOf(socket.request)
      lookers.set(address, (lookers.get(address) ?? 0) + 1)
      socket.once('disconnect', () => {
        const left = (lookers.get(address) ?? 0) - 1
        if (left > 0) lookers.set(address, left)
        else lookers.delete(address)
      })
    })
}
