import { type LazyModule, lazyModule } from '#client/platform/browser/lazyModule.ts'
import { completeCatalogue } from './language.ts'

/** A part that says more than the first page: it comes together with all sentences. */
export function lazyWithMessages<Part>(fetch: () => Promise<Part>): LazyModule<Part> {
  return lazyModule(async () => (await Promise.all([fetch(), completeCatalogue()]))[0])
}
