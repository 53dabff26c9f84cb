import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { onBackOnline } from './backOnline.ts'
import { ErrorBoundary, type Failure } from './ErrorBoundary.tsx'
import { whenIdle } from './idle.ts'
import type { LazyModule } from './lazyModule.ts'

/**
 * Replaces a component that failed to load or to render, and gets its props as well. Null if its absence is not visible; it is loaded
 * again once the connection is back in any case.
 */
export type FallbackComponent<Props extends object> = ComponentType<Failure & Props> | null

interface LazyProps<Props extends object> {
  part: LazyModule<ComponentType<Props>>
  failed: FallbackComponent<Props>
  props: Props
  /** Shown during the first load. */
  pending?: ReactNode
  /** When to start loading. */
  when?: 'now' | 'idle'
  /** A new value clears a render error. */
  place?: string
}

/** Renders a component in its own error boundary. React's `lazy` always renders its fallback first, for 300 ms or more. */
export function Lazy<Props extends object>(lazy: LazyProps<Props>): ReactNode {
  const { part, failed: FailureComponent, props, pending, when = 'now', place = '' } = lazy
  const {
    part: Part,
    failure,
    isRetrying = false,
  } = useSyncExternalStore(part.subscribe, part.loadState, part.loadState)
  useLoading(part, when)

  const renderFailure = (error: Failure) => FailureComponent && <FailureComponent {...props} {...error} />
  if (Part !== undefined)
    return (
      <ErrorBoundary renderFailure={renderFailure} place={place}>
        <Part {...props} />
      </ErrorBoundary>
    )
  if (failure !== undefined) return renderFailure({ error: failure, isRetrying, retry: () => load(part) })
  return pending
}

/** A component that is loaded when it is first rendered. */
export function lazyComponent<Props extends object>(
  part: LazyModule<ComponentType<Props>>,
  failed: FallbackComponent<Props>,
): ComponentType<Props & { pending?: ReactNode }> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level
  return function LazyComponent({ pending, ...props }) {
    return <Lazy part={part} failed={failed} pending={pending} props={props as unknown as Props} />
  }
}

/** A component that is loaded once the page is idle. */
export function idleComponent<Props extends object>(
  part: LazyModule<ComponentType<Props>>,
  failed: FallbackComponent<Props>,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level
  return function IdleComponent(props: Props) {
    return <Lazy part={part} failed={failed} when="idle" props={props} />
  }
}

/** Loads a module. After a failure it loads again once the connection is back. */
export function useLoading(part: LazyModule<unknown>, when: 'now' | 'idle'): void {
  useEffect(() => {
    if (when === 'idle') whenIdle(() => load(part))
    else load(part)
    return onBackOnline(() => load(part))
  }, [part, when])
}

function load(part: LazyModule<unknown>): void {
  // The failure is in the load state.
  part.load().catch(() => undefined)
}
