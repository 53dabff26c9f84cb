import { isInCode, isInFormula, type TextState } from '#client/features/notes/editor/commands/note.edit.ts'
import { TAG_MAX } from '#protocol/limits.ts'
import { LINK_TARGET_MAX } from '#protocol/linkTargets.ts'

/** A link or a tag that is being typed: from its brackets or `#` to the caret. */
export interface TypedReference {
  kind: 'link' | 'tag'
  from: number
  /** The typed words before the caret, without the brackets or `#`. */
  query: string
  /** The end of what an insertion replaces: closing brackets behind the caret belong to it. */
  to: number
}

/** A tag at the end of a line, with at least one character, as in `protocol/markdown/hashtag.rules.ts`. */
const TYPED_TAG = /(?:^|[\s\p{Ps}])#([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_/-]*)$/u
const CONTINUES_TAG = /^[\p{L}\p{M}\p{N}_/-]/u
/** A line of a heading, perhaps in lists and quotes. */
const HEADING = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)]))*[ \t]*#{1,6}[ \t]/

/** The unfinished link or tag at the caret, outside of code and formulas. */
export function typedReferenceAt(state: TextState): TypedReference | null {
  if (state.start !== state.end) return null
  return typedLinkAt(state) ?? typedTagAt(state)
}

function typedTagAt({ text, start }: TextState): TypedReference | null {
  const line = text.lastIndexOf('\n', start - 1) + 1
  const before = text.slice(Math.max(line, start - TAG_MAX - 2), start)
  const query = TYPED_TAG.exec(before)?.[1]
  if (query === undefined || CONTINUES_TAG.test(text.slice(start, start + 2))) return null
  const from = start - query.length - 1
  const isTag =
    !HEADING.test(text.slice(line, start)) &&
    !isInInlineCode(text.slice(line, start), from - line) &&
    !isInCode(text, start) &&
    !isInFormula(text, start)
  return isTag ? { kind: 'tag', from, query, to: start } : null
}

function typedLinkAt({ text, start }: TextState): TypedReference | null {
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
