/** A node of a rendered formula or code block. `parent` is the index of its parent in the list, -1 at the top. */
export type RenderedNode = RenderedElement | RenderedText
export type RenderedElement = {
  parent: number
  tag: string
  className: string
  style: Readonly<Record<string, string>>
  attributes: Readonly<Record<string, string>>
}
export type RenderedText = { parent: number; text: string }

/**
 * A rendered formula or code block. `nodes` is a flat list with each node after its parent, so that deep nesting does not exhaust
 * the stack of a structured clone. `size` is the approximate cost of showing it, in elements.
 */
export type Rendered = { status: 'rendered'; nodes: readonly RenderedNode[]; size: number }
/** `invalid`: not valid TeX, or an unknown programming language. `overBudget`: too slow or too large. */
export type RenderResult = Rendered | { status: 'invalid' } | { status: 'overBudget' }

export type FormulaJob = { tex: string; display: boolean }
export type CodeJob = { code: string; language: string }

/** A message to a worker. */
export type RenderRequest<Job> = { job: Job; maxSize: number }

/**
 * Limits for one formula or code block: milliseconds in the worker, and the size of the result. The page shows a thousand elements
 * in about 20 ms, so users do not notice the default budget. The extended budget applies after a user has asked for it.
 */
export const BUDGETS = {
  default: { ms: 1_000, maxSize: 2_500 },
  extended: { ms: 5_000, maxSize: 5_000 },
}
export type Budget = keyof typeof BUDGETS
