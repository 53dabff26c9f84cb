import { align } from './passageSearch.ts'

/** The context of a passage on one side that the text still contains. */
export interface Side {
  /** The equal characters directly beside the passage. */
  run: number
  /** The fraction of the context that remains, with changes. */
  similarity: number
  /** 2: it is unchanged. 1: much of it remains. 0: it says nothing, or that this is another place. */
  grade: 0 | 1 | 2
}

/** In characters: so much says something. */
export const NEAR_CONTEXT = 8
/** A fraction. */
const MUCH = 0.75

/** Compares a context with a text, from a position to the right (step 1) or to the left (step -1). */
export function compareSide(context: string, text: string, at: number, step: 1 | -1): Side {
  const size = context.length
  // At the beginning and the end of a note.
  const isAtEdge = at < 0 || at >= text.length
  if (size === 0) return { run: 0, similarity: isAtEdge ? 1 : 0, grade: isAtEdge ? 1 : 0 }
  const run = equalRun(context, text, at, step)
  if (run === size) return { run, similarity: 1, grade: size < 4 ? 1 : 2 }
  const max = Math.floor(size / 2)
  const from = step === 1 ? 0 : size - 1
  const compared = align({ quote: context, from, text, at, step }, max)
  const similarity = compared === null ? 0 : 1 - compared.errors / size
  const isMuch = run >= NEAR_CONTEXT || (similarity >= MUCH && size >= NEAR_CONTEXT)
  return { run, similarity, grade: isMuch ? 1 : 0 }
}

/** The number of equal characters from the beginning of `part` (step 1), or from its end (step -1). */
export function equalRun(part: string, text: string, at: number, step: 1 | -1): number {
  const from = step === 1 ? 0 : part.length - 1
  let run = 0
  while (run < part.length && part[from + step * run] === text[at + step * run]) run++
  return run
}
