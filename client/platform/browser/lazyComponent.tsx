import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { onBackOnline } from './backOnline.ts'
import { ErrorBoundary, type Failure } from './ErrorBoundary.tsx'
import { whenIdle } from './idle.ts'
import type { LazyModule } from './lazyModule.ts'

/**
 * What stands in the place of a part that could not be loaded, or that threw while rendering. It gets the part's own props as well.
 * Null where nothing is missing on the screen; the part is still loaded again once the connection is back.
 */
export type Failed<Props extends object> = ComponentType<Failure & Props> | null

interface LazyProps<Props extends object> {
  part: LazyModule<ComponentType<Props>>
  failed: Failed<Props>
  props: Props
  /** Shown until the part has been loaded for the first time. */
  pending?: ReactNode
  /** When the load begins: at once, or when the page is idle. */
  when?: 'now' | 'idle'
  /** Another value clears a render error. */
  place?: string
}

/** Renders a part in an error boundary of its own. Not React's `lazy`, which renders its fallback once in any case, for 300 ms or more. */
export function Lazy<Props extends object>(lazy: LazyProps<Props>): ReactNode {
  const { part, failed: FailedPart, props, pending, when = 'now', place = '' } = lazy
  const {
    part: Part,
    failure,
    isRetrying = false,
  } = useSyncExternalStore(part.subscribe, part.arrival, part.arrival)
  useLoading(part, when)

  const renderFailure = (failed: Failure) => FailedPart && <FailedPart {...props} {...failed} />
  if (Part !== undefined)
    return (
      <ErrorBoundary renderFailure={renderFailure} place={place}>
        <Part {...props} />
      </ErrorBoundary>
    )
  if (failure !== undefined) return renderFailure({ error: failure, isRetrying, retry: () => load(part) })
  return pending
}

/** A component whose file is loaded once it is rendered. */
export function lazyComponent<Props extends object>(
  part: LazyModule<ComponentType<Props>>,
  failed: Failed<Props>,
): ComponentType<Props & { pending?: ReactNode }> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once a component, at module level
  return function LazyComponent({ pending, ...props }) {
    return <Lazy part={part} failed={failed} pending={pending} props={props as unknown as Props} />
  }
}

/** A component that the first view does without: its file is loaded once the page is idle. */
export function idleComponent<Props extends object>(
  part: LazyModule<ComponentType<Props>>,
  failed: Failed<Props>,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once a component, at module level
  return function IdleComponent(props: Props) {
    return <Lazy part={part} failed={failed} when="idle" props={props} />
  }
}

/** Loads a part, and again after a failure once the connection is back. */
export function useLoading(part: LazyModule<unknown>, when: 'now' | 'idle'): void {
  useEffect(() => {
    if (when === 'idle') whenIdle(() => load(part))
    else load(part)
    return onBackOnline(() => load(part))
  }, [part, when])
}

function load(part: LazyModule<unknown>): void {
  // Its load state shows the failure.
  part.load().catch(() => undefined)
}
