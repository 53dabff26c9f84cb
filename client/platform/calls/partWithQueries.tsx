import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '#client/platform/browser/lazyPart.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

/** A part that makes calls: it brings the query cache and all sentences with it, since the first page needs none. */
export function partWithQueries(load: () => Promise<ComponentType>): LazyPart<ComponentType> {
  return lazyPart(async () => {
    const [Part, { Queries }] = await Promise.all([load(), import('./Queries.tsx'), completeCatalogue()])
    return () => (
      <Queries>
        <Part />
      </Queries>
    )
  })
}
