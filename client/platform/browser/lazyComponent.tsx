import { Component, type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { onBackOnline } from './backOnline.ts'
import { type LazyModule, lazyModule } from './lazyModule.ts'
import { useIsIdle } from './useTimers.ts'

/**
 * Replaces a component that failed to load or to render, and gets its props as well. Null if its absence is not visible; it is loaded
 * again once the connection is back in any case.
 */
type FallbackComponent<Props extends object> = ComponentType<Failure & Props> | null

interface LazyProps<Props extends object> {
  part: LazyModule<ComponentType<Props>>
  failed: FallbackComponent<Props>
  props: Props
  /** Shown during the first load. */
  pending?: ReactNode
  /** A new value clears a render error. */
  place?: string
}

/** Renders a component in its own error boundary. React's `lazy` always renders its fallback first, for 300 ms or more. */
export function Lazy<Props extends object>(lazy: LazyProps<Props>): ReactNode {
  const { part, failed: FailureComponent, props, pending, place = '' } = lazy
  const {
    part: Part,
    failure,
    isRetrying = false,
  } = useSyncExternalStore(part.subscribe, part.loadState, part.loadState)
  useLoading(part)

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

/**
 * A component that is loaded and rendered once the page is idle. It is late on every screen, also after it has been loaded, so that no
 * screen's first paint waits for it.
 */
export function idleComponent<Props extends object>(
  part: LazyModule<ComponentType<Props>>,
  failed: FallbackComponent<Props>,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once per component, at module level
  return function IdleComponent(props: Props) {
    return useIsIdle() ? <Lazy part={part} failed={failed} props={props} /> : null
  }
}

/** Loads a module. After a failure it loads again once the connection is back. */
export function useLoading(part: LazyModule<unknown>): void {
  useEffect(() => {
    load(part)
    return onBackOnline(() => load(part))
  }, [part])
}

function load(part: LazyModule<unknown>): void {
  // The failure is in the load state.
  part.load().catch(() => undefined)
}

/** The props of what replaces a failed component. */
export interface Failure {
  error: unknown
  isRetrying: boolean
  retry: () => void
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Renders the replacement once the children have thrown. */
  renderFailure: (failure: Failure) => ReactNode
  /** A new value clears the error, such as the address of the screen. */
  place?: string
}

/** Confines render errors to its children. `retry` mounts them again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    // The thrown value may be null.
    return { error: error ?? true }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps) {
    if (previous.place !== this.props.place && this.state.error !== null) this.retry()
  }

  retry = () => this.setState({ error: null })

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return this.props.renderFailure({ error, isRetrying: false, retry: this.retry })
  }
}

/** Loads a module together with the complete message catalogue; the first page has only part of it. */
export function lazyWithMessages<Part>(load: () => Promise<Part>): LazyModule<Part> {
  return lazyModule(async () => (await Promise.all([load(), completeCatalogue()]))[0])
}

/** Loads a component that makes calls together with the query client and the complete message catalogue. The first page has neither. */
export function lazyWithQueryClient(load: () => Promise<ComponentType>): LazyModule<ComponentType> {
  return lazyModule(async () => {
    const [Part, { Queries }] = await Promise.all([
      load(),
      import('#client/platform/calls/queryClient.tsx'),
      completeCatalogue(),
    ])
    return () => (
      <Queries>
        <Part />
      </Queries>
    )
  })
}
