import { isInCode, isInFormula, type TextState } from '#client/features/notes/editor/commands/note.edit.ts'
import { LINK_TARGET_MAX } from '#protocol/linkTargets.ts'

/** A link that is being typed: from its brackets to the caret. */
export interface TypedReference {
  kind: 'link'
  from: number
  /** The typed words before the caret, without the brackets. */
  query: string
  /** The end of what an insertion replaces: closing brackets behind the caret belong to it. */
  to: number
}

/** The unfinished link at the caret, outside of code and formulas. */
export function typedReferenceAt({ text, start, end }: TextState): TypedReference | null {
  if (start !== end) return null
  const line = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(line, start)
  const open = before.lastIndexOf('[[')
  const query = before.slice(open + 2)
  const isLink =
    open >= 0 &&
    before[open - 1] !== '\\' &&
    query.length <= LINK_TARGET_MAX &&
    !/^\^|\]\]|\|/.test(query) &&
    !isInInlineCode(before, open) &&
    !isInCode(text, start) &&
    !isInFormula(text, start)
  if (!isLink) return null
  return { kind: 'link', from: line + open, query, to: text.startsWith(']]', start) ? start + 2 : start }
}

function isInInlineCode(line: string, at: number): boolean {
  return line.slice(0, at).split('`').length % 2 === 0
}
