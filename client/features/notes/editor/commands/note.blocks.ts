import { changeLines, type Edit, endOfLine, linesOf, startOfLine, type TextState } from './note.edit.ts'

/** Strikethrough, callouts and horizontal rules. */

const MARK = '~~'

const isStruck = (words: string) => words.length > 4 && words.startsWith(MARK) && words.endsWith(MARK)

/** Toggles the strikethrough of the selection, which may include its marks or not. Each selected line gets marks of its own. */
export function toggleStrike({ text, start, end }: TextState): Edit {
  const selected = text.slice(start, end)
  if (start >= 2 && text.slice(start - 2, start) === MARK && text.slice(end, end + 2) === MARK)
    return { from: start - 2, to: end + 2, insert: selected, start: start - 2, end: end - 2 }
  if (selected.trim() === '')
    return { from: start, to: end, insert: MARK + selected + MARK, start: start + 2, end: end + 2 }
  const parts = selected.split('\n').map(partsOf)
  const removes = parts.every(({ words }) => words === '' || isStruck(words))
  const lines = parts.map(({ prefix, words, rest }) => {
    if (words === '' || (!removes && isStruck(words))) return prefix + words + rest
    return prefix + (removes ? words.slice(2, -2) : MARK + words + MARK) + rest
  })
  const insert = lines.join('\n')
  const [part] = parts
  if (parts.length > 1 || part === undefined)
    return { from: start, to: end, insert, start, end: start + insert.length }
  const first = start + part.prefix.length + (removes ? 0 : 2)
  const length = part.words.length - (removes ? 4 : 0)
  return { from: start, to: end, insert, start: first, end: first + length }
}

const LINE_PREFIX = /^(?:[ \t]|> ?|#{1,6} |[-*+] |\d{1,9}[.)] |\[[ xX]\] )*/

/** A line without its prefix and the spaces at its end. */
function partsOf(line: string): { prefix: string; words: string; rest: string } {
  const prefix = LINE_PREFIX.exec(line)?.[0] ?? ''
  const words = line.slice(prefix.length).trimEnd()
  return { prefix, words, rest: line.slice(prefix.length + words.length) }
}

const CALLOUT = /^> \[![a-z]+\]/i

/** Turns the selected lines into a callout, or the callout with the caret back into lines. */
export function toggleCallout(state: TextState): Edit {
  const { text } = state
  const quote = quoteAround(state)
  if (CALLOUT.test(text.slice(quote.from, quote.to))) {
    const lines = text.slice(quote.from, quote.to).split('\n')
    const insert = lines
      .slice(1)
      .map(line => line.replace(/^ {0,3}> ?/, ''))
      .join('\n')
    return { from: quote.from, to: quote.to, insert, start: quote.from, end: quote.from + insert.length }
  }
  const { from, to, insert } = changeLines(state, line => `> ${line}`)
  const isBlankAbove = from === 0 || startOfLine(text, from - 1) === from - 1
  const head = `${isBlankAbove ? '' : '\n'}> [!note]\n`
  const hasBelow = to < text.length && endOfLine(text, to + 1) !== to + 1
  const start = from + head.length + 2
  const whole = head + insert + (hasBelow ? '\n' : '')
  return { from, to, insert: whole, start, end: from + head.length + insert.length }
}

/** The lines of the quote with the caret; otherwise its line. */
function quoteAround(state: TextState): { from: number; to: number } {
  const { text } = state
  let { from, to } = linesOf(state)
  const isQuote = (at: number) => text.startsWith('>', at)
  if (!isQuote(from)) return { from, to }
  while (from > 0 && isQuote(startOfLine(text, from - 1))) from = startOfLine(text, from - 1)
  while (to < text.length && isQuote(to + 1)) to = endOfLine(text, to + 1)
  return { from, to }
}

/** Inserts a horizontal rule below the line with the caret. Without an empty line above, it would make a heading of that line. */
export function insertRule({ text, end }: TextState): Edit {
  const from = startOfLine(text, end)
  const to = endOfLine(text, end)
  const isEmpty = text.slice(from, to).trim() === ''
  const at = isEmpty ? from : to
  const isBlankAbove =
    isEmpty && (from === 0 || text.slice(startOfLine(text, from - 1), from - 1).trim() === '')
  const lead = isEmpty ? (isBlankAbove ? '' : '\n') : '\n\n'
  const rest = text.slice(to)
  const tail = rest.startsWith('\n\n') ? '\n' : rest.startsWith('\n') ? '\n' : '\n\n'
  const insert = `${lead}---${tail}`
  const caret = at + insert.length
  return { from: at, to, insert, start: caret, end: caret }
}
