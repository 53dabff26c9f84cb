import { type FindQuery, type Match, wholeWords } from './find.rules.ts'

/** More are neither counted nor replaced. */
const MATCHES_MAX = 20_000

/**
 * Searches with a regular expression of the user, whose `^` and `$` are the ends of lines. May take very long, so only a worker calls it.
 * Empty matches do not count: there would be nothing to see.
 */
export function findExpression(text: string, query: FindQuery): Match[] | 'invalid' {
  const pattern = compile(query)
  if (pattern === null) return 'invalid'
  const matches: Match[] = []
  for (const found of text.matchAll(pattern)) {
    const [whole, ...groups] = found
    if (whole === '') continue
    const { index } = found
    matches.push({ from: index, to: index + whole.length, groups: groups.map(group => group ?? '') })
    if (matches.length === MATCHES_MAX) break
  }
  return query.isWholeWord ? wholeWords(text, matches) : matches
}

function compile({ text, isCaseSensitive }: FindQuery): RegExp | null {
  try {
    return new RegExp(text, isCaseSensitive ? 'gmu' : 'gimu')
  } catch {
    return null
  }
}
