import { useEffect, useSyncExternalStore } from 'react'
import { reloadLostStyles } from '#client/platform/lostStyles.ts'

/** A part of the renderer that is fetched when the first note needs it. `value` is null until it is there. */
export type OnDemand<Part> = {
  state: () => State<Part>
  request: () => void
  subscribe: (changed: () => void) => () => void
}
type State<Part> = { status: 'idle' | 'loading' | 'ready' | 'failed'; value: Part | null }

/** After a failure, such as a lost network, the next request tries again. */
export function onDemand<Part>(load: () => Promise<Part>): OnDemand<Part> {
  let state: State<Part> = { status: 'idle', value: null }
  const listeners = new Set<() => void>()
  const become = (next: State<Part>) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    request() {
      if (state.status === 'loading' || state.status === 'ready') return
      become({ status: 'loading', value: null })
      reloadLostStyles()
        .then(load)
        .then(
          value => become({ status: 'ready', value }),
          () => become({ status: 'failed', value: null }),
        )
    },
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** Fetches the part unless `wanted` is false; `busy` while something will still change on the screen. */
export function useOnDemand<Part>(
  part: OnDemand<Part>,
  wanted = true,
): { value: Part | null; busy: boolean } {
  const { status, value } = useSyncExternalStore(part.subscribe, part.state, part.state)
  useEffect(() => {
    if (wanted) part.request()
  }, [part, wanted])
  return { value, busy: wanted && (status === 'idle' || status === 'loading') }
}
