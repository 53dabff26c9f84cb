import type { ComponentType } from 'react'
import { type LazyModule, lazyModule } from './browser/lazyModule.ts'
import { completeCatalogue } from './language/language.ts'

/** Loads a module together with the complete message catalogue; the first page has only part of it. */
export function lazyWithMessages<Part>(load: () => Promise<Part>): LazyModule<Part> {
  return lazyModule(async () => (await Promise.all([load(), completeCatalogue()]))[0])
}

/** Loads a component that makes calls together with the query client and the complete message catalogue. The first page has neither. */
export function lazyWithQueryClient(load: () => Promise<ComponentType>): LazyModule<ComponentType> {
  return lazyModule(async () => {
    const [Part, { Queries }] = await Promise.all([
      load(),
      import('./calls/Queries.tsx'),
      completeCatalogue(),
    ])
    return () => (
      <Queries>
        <Part />
      </Queries>
    )
  })
}
