import { diffArrays } from 'diff'
import { toNfc } from '#protocol/normalization.ts'

export interface DiffChunk {
  /** In both texts, or only in one of them. */
  kind: 'same' | 'first' | 'second'
  text: string
}

/** The maximum number of added and removed words or lines. The time for a diff grows with its square. */
const EDITS_MAX = 500
/** Unchanged lines shown before and after a change. */
const CONTEXT_LINES = 2

/**
 * Diffs two texts by words; a Korean word includes its particle. Texts with too many changes are diffed by lines, and if that is still
 * too much the result replaces the whole text.
 */
export function diffTexts(first: string, second: string): DiffChunk[] {
  const diffBy = (parts: (text: string) => string[]) =>
    diffArrays(parts(first), parts(second), { maxEditLength: EDITS_MAX })
  const changes = diffBy(words) ?? diffBy(lines)
  if (changes === undefined)
    return nonEmpty([
      { kind: 'first', text: first },
      { kind: 'second', text: second },
    ])
  const chunks = changes.map(
    ({ added, removed, value }): DiffChunk => ({
      kind: added ? 'second' : removed ? 'first' : 'same',
      text: value.join(''),
    }),
  )
  return joinChanges(chunks)
}

function words(text: string): string[] {
  return toNfc(text).match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []
}

function lines(text: string): string[] {
  return toNfc(text).match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Joins changes that only a space separates into one change. */
function joinChanges(chunks: readonly DiffChunk[]): DiffChunk[] {
  const result: DiffChunk[] = []
  let change = { first: '', second: '' }
  const flush = () => {
    result.push({ kind: 'first', text: change.first }, { kind: 'second', text: change.second })
    change = { first: '', second: '' }
  }
  chunks.forEach(({ kind, text }, index) => {
    const isBetweenChanges =
      isChange(chunks[index - 1]) && isChange(chunks[index + 1]) && /^[^\S\n]+$/.test(text)
    if (kind !== 'same') change[kind] += text
    else if (isBetweenChanges) change = { first: change.first + text, second: change.second + text }
    else {
      flush()
      result.push({ kind, text })
    }
  })
  flush()
  return nonEmpty(result)
}

const isChange = (chunk: DiffChunk | undefined) => chunk !== undefined && chunk.kind !== 'same'
const nonEmpty = (chunks: DiffChunk[]) => chunks.filter(chunk => chunk.text !== '')

export interface CollapsedLines {
  kind: 'collapsed'
  text: string
  lines: number
}

/** Collapses unchanged lines that are not next to a change. */
export function collapseUnchanged(chunks: readonly DiffChunk[]): (DiffChunk | CollapsedLines)[] {
  return chunks.flatMap((chunk, index): (DiffChunk | CollapsedLines)[] => {
    if (chunk.kind !== 'same') return [chunk]
    const lines = chunk.text.split('\n')
    const head = index === 0 ? 0 : CONTEXT_LINES + 1
    const tail = index === chunks.length - 1 ? 0 : CONTEXT_LINES + 1
    if (lines.length <= head + tail + 1) return [chunk]
    const shown: (DiffChunk | CollapsedLines)[] = []
    const folded = lines.slice(head, lines.length - tail)
    if (head > 0) shown.push({ kind: 'same', text: lines.slice(0, head).join('\n') })
    shown.push({ kind: 'collapsed', text: folded.join('\n'), lines: folded.length })
    if (tail > 0) shown.push({ kind: 'same', text: lines.slice(-tail).join('\n') })
    return shown
  })
}

/** Whether a change starts with this chunk. A removal and the addition after it are one change. */
export function startsChange(chunks: readonly (DiffChunk | CollapsedLines)[], index: number): boolean {
  const isChangeKind = (chunk: DiffChunk | CollapsedLines | undefined) =>
    chunk?.kind === 'first' || chunk?.kind === 'second'
  return isChangeKind(chunks[index]) && !isChangeKind(chunks[index - 1])
}
