/** An element or a text of a drawing. `within` is the place of its parent in the list, -1 for the topmost. */
export type DrawnNode = DrawnElement | DrawnText
export type DrawnElement = {
  within: number
  tag: string
  className: string
  style: Readonly<Record<string, string>>
  attributes: Readonly<Record<string, string>>
}
export type DrawnText = { within: number; text: string }

/**
 * What became of a formula or a block of code. `nodes` is flat, each after its parent, so that no depth exhausts
 * whoever passes it on; `size` tells about how many elements it costs the browser to show.
 */
export type Drawn = { is: 'drawn'; nodes: readonly DrawnNode[]; size: number }
/** `wrong`: not in the language it should be in. `over`: over its budget. */
export type Answer = Drawn | { is: 'wrong' } | { is: 'over' }

export type FormulaJob = { tex: string; display: boolean }
export type CodeJob = { code: string; language: string }

/** What a worker is asked: a job, and the largest `size` that its drawing may have. */
export type Question<Job> = { job: Job; mostSize: number }

/**
 * What one formula or block of code may take: time in the worker, in milliseconds, and the size of its drawing. A
 * thousand elements cost the page about 20 ms, so the first is unnoticed; the other is for whoever asks for it.
 */
export const BUDGETS = {
  usual: { ms: 1_000, mostSize: 2_500 },
  asked: { ms: 5_000, mostSize: 5_000 },
}
export type Budget = keyof typeof BUDGETS
