export type Mark = '**' | '*'

/** Marks around some words: where its stars begin before and behind them, and how many they are. */
interface Pair {
  open: number
  close: number
  size: number
}

/** Code and formulas within a line, addresses of links, and what a backslash makes a sign like any other. */
const NO_MARKS =
  /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<![A-Za-z0-9$])(\${1,2})(?![\s$])[^$]+(?<!\s)\2(?![A-Za-z0-9$])|\]\([^()]*\)|<[^<>\s]+>|\\[!-~]/g

const withoutSigns = (words: string) => words.replace(NO_MARKS, signs => '.'.repeat(signs.length))

/** Stars in a row: how many, what they may be, and those of them, from `at` to `end`, that have no others yet. */
interface Run {
  count: number
  opens: boolean
  closes: boolean
  at: number
  end: number
}

/** The stars of a line that belong together, as markdown pairs them. */
function pairsIn(words: string): Pair[] {
  const plain = withoutSigns(words)
  const open: Run[] = []
  const pairs: Pair[] = []
  for (const { 0: stars, index } of plain.matchAll(/\*+/g)) {
    const run = runOf(plain, index, index + stars.length)
    while (run.closes && run.at < run.end) {
      const place = open.findLastIndex(other => isMatch(other, run))
      const last = open[place]
      if (!last) break
      open.length = place + 1
      const size = Math.min(2, last.end - last.at, run.end - run.at)
      last.end -= size
      pairs.push({ open: last.end, close: run.at, size })
      run.at += size
      if (last.at === last.end) open.pop()
    }
    if (run.opens && run.at < run.end) open.push(run)
  }
  return pairs
}

const PUNCTUATION = /[\p{P}\p{S}]/u
const CJK = /[\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u

function runOf(words: string, at: number, end: number): Run {
  const [before, behind] = [words.charAt(at - 1), words.charAt(end)]
  const isBeside = (sign: string, other: string) =>
    sign.trim() !== '' &&
    (!PUNCTUATION.test(sign) || other.trim() === '' || PUNCTUATION.test(other) || CJK.test(other))
  return { count: end - at, opens: isBeside(behind, before), closes: isBeside(before, behind), at, end }
}

/** ‘*가**나*’: two that could be either do not belong to one. */
function isMatch(opening: Run, closing: Run): boolean {
  const isEither = opening.closes || closing.opens
  return !isEither || (opening.count + closing.count) % 3 !== 0 || opening.count % 3 === 0
}

const isStars = (signs: string) => /^\**$/.test(signs)

function areAround(words: string, { open, close, size }: Pair): boolean {
  return isStars(words.slice(0, open)) && isStars(words.slice(close + size))
}

/** What stands within all marks that are around the whole. */
export function innerOf(words: string): { start: number; end: number } {
  const around = pairsIn(words).filter(pair => areAround(words, pair))
  return {
    start: Math.max(0, ...around.map(({ open, size }) => open + size)),
    end: Math.min(words.length, ...around.map(({ close }) => close)),
  }
}

/** Whether each star of some words has another that it belongs to. */
export function isBalanced(words: string): boolean {
  const stars = withoutSigns(words).match(/\*/g)?.length ?? 0
  return pairsIn(words).reduce((sum, { size }) => sum + 2 * size, 0) === stars
}

/** Null where no such mark is around the whole. */
export function unmarked(words: string, mark: Mark): string | null {
  const around = pairsIn(words).find(pair => pair.size === mark.length && areAround(words, pair))
  return around ? withoutPairs(words, [around]) : null
}

/** In place of such marks within: markdown draws stars that meet as they stand. */
export function marked(words: string, mark: Mark): string {
  const within = pairsIn(words).filter(({ size }) => size === mark.length)
  return mark + withoutPairs(words, within) + mark
}

function withoutPairs(words: string, pairs: readonly Pair[]): string {
  const stars = pairs.flatMap(({ open, close, size }) => [open, close].map(at => ({ at, size })))
  stars.sort((one, other) => one.at - other.at)
  const pieces = stars.map(({ at }, place) => {
    const before = stars[place - 1]
    return words.slice(before ? before.at + before.size : 0, at)
  })
  const last = stars.at(-1)
  return pieces.join('') + words.slice(last ? last.at + last.size : 0)
}
