/** A channel between the tabs of this browser; null where it knows none, or forbids it: every tab is left to itself then. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
