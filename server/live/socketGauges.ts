import { AGORA_NAMESPACE } from '#protocol/events.ts'
import type { Levels } from '#server/platform/metrics/metricsExporter.ts'
import type { LiveServer } from './broadcast.ts'

/** How many sockets this node has, and where they are. */
export function levelsOf(io: LiveServer): Levels {
  const { adapter } = io.sockets
  return {
    sockets: () => io.engine.clientsCount,
    agoraSockets: () => io.of(AGORA_NAMESPACE).sockets.size,
    // Each socket has a room of its own besides.
    rooms: () => adapter.rooms.size - adapter.sids.size,
    seats: () => [...adapter.sids.values()].reduce((sum, places) => sum + places.size - 1, 0),
  }
}
