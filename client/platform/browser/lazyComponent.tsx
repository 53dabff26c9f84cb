import type { ComponentType, ReactNode } from 'react'
import type { LazyPart } from '#client/platform/browser/lazyPart.ts'
import { useLazyPart } from '#client/platform/browser/useLazyPart.ts'

/** Draws what is in a file of its own, which is fetched then at the latest. `pending` stands in until it is there. */
export function lazyComponent<Props extends object>(
  lazy: LazyPart<ComponentType<Props>>,
): ComponentType<Props & { pending?: ReactNode }> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once a component, at module level
  return function LazyComponent({ pending, ...props }) {
    const { part: Part, failure } = useLazyPart(lazy)
    // For the error boundary around it.
    if (failure !== undefined) throw failure
    return Part === undefined ? pending : <Part {...(props as unknown as Props)} />
  }
}
