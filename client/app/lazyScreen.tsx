import { type ComponentType, lazy, Suspense, useReducer } from 'react'
import { useLocation } from 'react-router-dom'
import { loadPatiently } from '#client/platform/browser/lazyPart.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** A screen in a file of its own, which brings the query cache and all sentences with it: the first page needs none. */
export function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  const part = () => lazy(() => loadPatiently(() => withQueries(load)))
  let Screen = part()

  // biome-ignore lint/correctness/noComponentHookFactories: called once a screen, at module level
  return function LazyScreen() {
    const { pathname } = useLocation()
    const [, redraw] = useReducer(times => times + 1, 0)
    const loadAnew = () => {
      Screen = part()
      redraw()
    }
    return (
      <ErrorBoundary place={pathname} onRetry={loadAnew}>
        <Suspense fallback={<ScreenPending />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

async function withQueries(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  const [Screen, { Queries }] = await Promise.all([
    load(),
    import('#client/platform/calls/Queries.tsx'),
    completeCatalogue(),
  ])
  return {
    default: () => (
      <Queries>
        <Screen />
      </Queries>
    ),
  }
}
