export type EmphasisMark = '**' | '*'

/** A pair of emphasis marks: start positions and number of stars. */
interface Pair {
  open: number
  close: number
  size: number
}

/** Inline code, formulas, link addresses and escaped characters. */
const VERBATIM =
  /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)|(?<![A-Za-z0-9$])(\${1,2})(?![\s$])[^$]+(?<!\s)\2(?![A-Za-z0-9$])|\]\([^()]*\)|<[^<>\s]+>|\\[!-~]/g

const maskVerbatim = (text: string) => text.replace(VERBATIM, signs => '.'.repeat(signs.length))

/** A run of stars. `at` to `end` are the stars without a partner yet. */
interface StarRun {
  count: number
  opens: boolean
  closes: boolean
  at: number
  end: number
}

/** Pairs the stars of a line by the CommonMark rules. */
function findPairs(text: string): Pair[] {
  const plain = maskVerbatim(text)
  const open: StarRun[] = []
  const pairs: Pair[] = []
  for (const { 0: stars, index } of plain.matchAll(/\*+/g)) {
    const run = readStarRun(plain, index, index + stars.length)
    while (run.closes && run.at < run.end) {
      const openIndex = open.findLastIndex(other => canPair(other, run))
      const last = open[openIndex]
      if (!last) break
      open.length = openIndex + 1
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

function readStarRun(text: string, at: number, end: number): StarRun {
  const [before, after] = [text.charAt(at - 1), text.charAt(end)]
  const isBeside = (sign: string, other: string) =>
    sign.trim() !== '' &&
    (!PUNCTUATION.test(sign) || other.trim() === '' || PUNCTUATION.test(other) || CJK.test(other))
  return { count: end - at, opens: isBeside(after, before), closes: isBeside(before, after), at, end }
}

/** The "multiple of 3" rule of CommonMark. */
function canPair(opening: StarRun, closing: StarRun): boolean {
  const isEither = opening.closes || closing.opens
  return !isEither || (opening.count + closing.count) % 3 !== 0 || opening.count % 3 === 0
}

const hasOnlyStars = (signs: string) => /^\**$/.test(signs)

function isAroundAll(text: string, { open, close, size }: Pair): boolean {
  return hasOnlyStars(text.slice(0, open)) && hasOnlyStars(text.slice(close + size))
}

/** Range inside all marks that enclose the whole text. */
export function innerRange(text: string): { start: number; end: number } {
  const around = findPairs(text).filter(pair => isAroundAll(text, pair))
  return {
    start: Math.max(0, ...around.map(({ open, size }) => open + size)),
    end: Math.min(text.length, ...around.map(({ close }) => close)),
  }
}

/** Whether every star has a partner. */
export function isBalanced(text: string): boolean {
  const stars = maskVerbatim(text).match(/\*/g)?.length ?? 0
  return findPairs(text).reduce((sum, { size }) => sum + 2 * size, 0) === stars
}

/** Null if no such mark encloses the whole text. */
export function removeMark(text: string, mark: EmphasisMark): string | null {
  const around = findPairs(text).find(pair => pair.size === mark.length && isAroundAll(text, pair))
  return around ? removePairs(text, [around]) : null
}

/** Removes such marks inside, because Markdown renders adjacent stars literally. */
export function addMark(text: string, mark: EmphasisMark): string {
  const within = findPairs(text).filter(({ size }) => size === mark.length)
  return mark + removePairs(text, within) + mark
}

function removePairs(text: string, pairs: readonly Pair[]): string {
  const stars = pairs.flatMap(({ open, close, size }) => [open, close].map(at => ({ at, size })))
  stars.sort((one, other) => one.at - other.at)
  const parts = stars.map(({ at }, position) => {
    const before = stars[position - 1]
    return text.slice(before ? before.at + before.size : 0, at)
  })
  const last = stars.at(-1)
  return parts.join('') + text.slice(last ? last.at + last.size : 0)
}
