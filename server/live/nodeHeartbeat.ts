/** How often a node says that it is there. */
const HEARTBEAT_MS = 500
/** After as many of our own beats without a word a node counts as dead: 2.5 to 3 s. */
const SILENT_BEATS = 5

interface PeerParts {
  /** Says that this node is there. */
  sendHeartbeat(): void
  /** Whether nodes can hear each other at all; while they cannot, nobody's silence means anything. */
  isRedisUp(): boolean
  /** A node fell silent without a goodbye: what it saved last it may not have told. */
  onNodeLost(nodeId: string): void
}

/**
 * Notices when another node dies. Silence is counted in beats of our own, so a node that was itself held up does not
 * take the others for dead.
 */
export function watchNodes({ sendHeartbeat, isRedisUp, onNodeLost }: PeerParts) {
  const silences = new Map<string, number>()

  function beatAndCount(): void {
    sendHeartbeat()
    if (!isRedisUp()) return
    for (const [nodeId, silence] of silences) {
      silences.set(nodeId, silence + 1)
      if (silence < SILENT_BEATS) continue
      silences.delete(nodeId)
      onNodeLost(nodeId)
    }
  }
  sendHeartbeat()
  const beating = setInterval(beatAndCount, HEARTBEAT_MS)

  return {
    receive(nodeId: string): void {
      // So that a newcomer knows of us before our next beat, and misses us should we die until then.
      if (!silences.has(nodeId)) sendHeartbeat()
      silences.set(nodeId, 0)
    },
    part: (nodeId: string) => void silences.delete(nodeId),
    /** Whether there is another node. */
    hasSome: () => silences.size > 0,
    stop: () => clearInterval(beating),
  }
}
