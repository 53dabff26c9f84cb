import { type LazyPart, lazyPart } from '#client/platform/browser/lazyPart.ts'
import { completeCatalogue } from './language.ts'

/** A part that says more than the first page: it comes together with all sentences. */
export function partWithTexts<Part>(fetch: () => Promise<Part>): LazyPart<Part> {
  return lazyPart(async () => (await Promise.all([fetch(), completeCatalogue()]))[0])
}
