import type { ComponentType } from 'react'
import { type LazyModule, lazyModule } from '#client/platform/browser/lazyModule.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'

/** A part that makes calls: it brings the query cache and all sentences with it, since the first page needs none. */
export function lazyWithQueryClient(load: () => Promise<ComponentType>): LazyModule<ComponentType> {
  return lazyModule(async () => {
    const [Part, { Queries }] = await Promise.all([load(), import('./Queries.tsx'), completeCatalogue()])
    return () => (
      <Queries>
        <Part />
      </Queries>
    )
  })
}
