import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { wordsOf } from './token.words.ts'

/** A heading that can be led to. */
export type WrittenHeading = {
  /** As many `#` as it was written with. */
  level: number
  words: string
  /** Unique in its text. No element of the product's own has one that begins like this. */
  id: string
}

const PREFIX = 'h-'
/** In characters: longer addresses break when they are sent on. */
const LONGEST_NAME = 60

/** Says of the headings that stand in no list or quote, in `meta.heading`, under which id they can be led to. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.push('headings', nameHeadings)
}

export function headingsIn(tokens: readonly Token[]): WrittenHeading[] {
  return tokens.flatMap(token => headingOf(token) ?? [])
}

export function headingOf(token: Token): WrittenHeading | undefined {
  return token.meta?.heading as WrittenHeading | undefined
}

function nameHeadings(state: StateCore): void {
  const times = new Map<string, number>()
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || token.level > 0) return
    const inline = state.tokens[index + 1]
    const words = inline ? wordsOf(inline).trim() : ''
    if (words === '') return
    const heading = {
      level: Number(token.tag.slice(1)),
      words,
      id: PREFIX + uniqueName(nameOf(words), times),
    }
    token.meta = { heading } satisfies { heading: WrittenHeading }
  })
}

/** '집에 대하여 (1)' as '집에-대하여-1'. */
function nameOf(words: string): string {
  const parts = words.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  return [...parts.join('-')].slice(0, LONGEST_NAME).join('')
}

/** `times` holds every name given so far, with the number that the next of its kind tries first. */
function uniqueName(name: string, times: Map<string, number>): string {
  let time = times.get(name) ?? 1
  let unique = time === 1 ? name : `${name}-${time}`
  while (time > 1 && times.has(unique)) unique = `${name}-${++time}`
  times.set(name, time + 1)
  if (unique !== name) times.set(unique, 2)
  return unique
}
