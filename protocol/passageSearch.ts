/** A part of a text, in UTF-16 units. `errors`: the characters that differ from the words that were searched. */
export interface Place {
  start: number
  end: number
  errors: number
}

/** At most a quarter of the characters may differ. */
export function maxErrorsOf({ length }: string): number {
  return Math.floor(length / 4)
}

/** Seeds that occur more often say nothing about a place. */
const SEED_OCCURRENCES_MAX = 32
/** A shorter quote may have no longer part without an error. */
const SHORT_SEED = 2
const LONG_SEED = 4
const SHORT_QUOTE_MAX = 15
/** Longer quotes use every fourth seed. */
const DENSE_SEEDS_MAX = 64
/** The fraction of the seeds that a place must contain. A quarter of wrong characters leaves a third of them. */
const SEEDS_FOUND_MIN = 0.15
/** The number of places that are compared in full, and of beginnings of the quote at each. Seeds of short quotes occur by chance. */
const COMPARED_MAX = { short: { places: 6, shifts: 4 }, long: { places: 3, shifts: 1 } }
/** The distance between the seeds of a context. */
const CONTEXT_STEP = 2

const HASH_SIZE = 8_192

/** The positions of all parts of a text with the length of a seed. */
class SeedIndex {
  readonly text: string
  readonly size: number
  readonly #heads = new Int32Array(HASH_SIZE).fill(-1)
  readonly #next: Int32Array

  constructor(text: string, size: number) {
    this.text = text
    this.size = size
    this.#next = new Int32Array(text.length)
    for (let position = text.length - size; position >= 0; position--) {
      const hash = this.#hashOf(text, position)
      this.#next[position] = this.#heads[hash] ?? -1
      this.#heads[hash] = position
    }
  }

  #hashOf(text: string, from: number): number {
    let hash = 0
    for (let index = from; index < from + this.size; index++)
      hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
    return (hash ^ (hash >>> 13)) & (HASH_SIZE - 1)
  }

  /** Empty if there are too many. */
  positionsOf(quote: string, from: number): readonly number[] {
    const found: number[] = []
    let steps = 0
    let position = this.#heads[this.#hashOf(quote, from)] ?? -1
    for (; position >= 0; position = this.#next[position] ?? -1) {
      if (++steps > 2 * SEED_OCCURRENCES_MAX || found.length === SEED_OCCURRENCES_MAX) return []
      if (this.#isAt(quote, from, position)) found.push(position)
    }
    return found
  }

  #isAt(quote: string, from: number, position: number): boolean {
    for (let index = 0; index < this.size; index++)
      if (quote.charCodeAt(from + index) !== this.text.charCodeAt(position + index)) return false
    return true
  }
}

/** A quote with the text around it. */
export interface QuoteInContext {
  exact: string
  prefix: string
  suffix: string
}

/** Without places that occur twice: seeds before and after inserted words lead to the same place. */
export function distinctPlaces(places: readonly Place[]): Place[] {
  return [...new Map(places.map(place => [`${place.start} ${place.end}`, place])).values()]
}

/** Finds the places of a text that are similar to a quote. Takes the same steps on every machine. */
export class SimilarPlaces {
  readonly #text: string
  #short: SeedIndex | undefined
  #long: SeedIndex | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The most similar places with the most similar context. Each contains at most a quarter of wrong characters. */
  find(quote: QuoteInContext): Place[] {
    const { exact } = quote
    if (maxErrorsOf(exact) === 0) return []
    return distinctPlaces(
      this.#bestSeeds(quote).flatMap(
        ({ offset, position }) => alignAround(exact, offset, this.#text, position) ?? [],
      ),
    )
  }

  /** For each of the best places one seed, from which the rest is compared. */
  #bestSeeds({ exact, prefix, suffix }: QuoteInContext): Seed[] {
    const isShort = exact.length <= SHORT_QUOTE_MAX
    this.#long ??= new SeedIndex(this.#text, LONG_SEED)
    if (isShort) this.#short ??= new SeedIndex(this.#text, SHORT_SEED)
    const index = isShort && this.#short ? this.#short : this.#long
    const bucketBits = isShort ? 2 : 3
    const room = prefix.length + exact.length
    const votes = new Uint16Array(((this.#text.length + room) >> bucketBits) + 2)
    const vote = (offset: number, position: number) => {
      const bucket = (position - offset + room) >> bucketBits
      votes[bucket] = (votes[bucket] ?? 0) + 1
      return bucket
    }

    const seeds: Seed[] = []
    const step = exact.length <= DENSE_SEEDS_MAX ? 1 : LONG_SEED
    let searched = 0
    for (let offset = 0; offset <= exact.length - index.size; offset += step) {
      searched++
      for (const position of index.positionsOf(exact, offset))
        seeds.push({ offset, position, bucket: vote(offset, position) })
    }
    const needed = Math.max(1, Math.floor(searched * SEEDS_FOUND_MIN))
    const likely = seeds.filter(({ bucket }) => votesOf(votes, bucket) >= needed)
    if (likely.length === 0) return []
    for (const [context, from] of [[prefix, -prefix.length] as const, [suffix, exact.length] as const])
      for (let offset = 0; offset <= context.length - LONG_SEED; offset += CONTEXT_STEP)
        for (const position of this.#long.positionsOf(context, offset)) vote(from + offset, position)
    return chooseSeeds(likely, votes, isShort ? COMPARED_MAX.short : COMPARED_MAX.long)
  }
}

/** Seeds after an insertion vote for the next bucket. */
function votesOf(votes: Uint16Array, bucket: number): number {
  return (votes[bucket] ?? 0) + (votes[bucket + 1] ?? 0)
}

function chooseSeeds(
  seeds: readonly Seed[],
  votes: Uint16Array,
  max: { places: number; shifts: number },
): Seed[] {
  const best: Seed[] = []
  for (let round = 0; round < max.places; round++) {
    let place = -1
    let most = 0
    for (const { bucket } of seeds) {
      const count = votesOf(votes, bucket)
      if (count <= most) continue
      place = bucket
      most = count
    }
    if (place === -1) break
    const inPlace = seeds.filter(({ bucket }) => bucket === place || bucket === place + 1)
    best.push(...mostCommonShifts(inPlace, max.shifts))
    votes[place] = 0
    votes[place + 1] = 0
  }
  return best
}

/** One seed for each of the most common beginnings of the quote. Other seeds are there by chance. */
function mostCommonShifts(seeds: readonly Seed[], max: number): Seed[] {
  const shifts = new Map<number, { seed: Seed; count: number }>()
  for (const seed of seeds) {
    const shift = seed.position - seed.offset
    const known = shifts.get(shift)
    if (known) known.count++
    else shifts.set(shift, { seed, count: 1 })
  }
  const ordered = [...shifts.values()].toSorted((a, b) => b.count - a.count)
  return ordered.slice(0, max).map(({ seed }) => seed)
}

interface Seed {
  offset: number
  position: number
  bucket: number
}

/** The place of a quote whose character at `offset` is at `position`; null if too many others differ. */
function alignAround(quote: string, offset: number, text: string, position: number): Place | null {
  const max = maxErrorsOf(quote)
  const after = align({ quote, from: offset, text, at: position, step: 1 }, max)
  if (after === null) return null
  const before = align({ quote, from: offset - 1, text, at: position - 1, step: -1 }, max - after.errors)
  if (before === null) return null
  return {
    start: position - before.length,
    end: position + after.length,
    errors: before.errors + after.errors,
  }
}

/** Compares a quote with a text, both from a position to the end (step 1) or to the beginning (step -1). */
export interface Comparison {
  quote: string
  from: number
  text: string
  at: number
  step: 1 | -1
  /** Whether the rest of the text is compared to its end. */
  isWhole?: boolean
}

let reach = new Int32Array(0)
let nextReach = new Int32Array(0)

/**
 * Compares the rest of a quote with the beginning of the rest of a text: the smallest number of wrong, missing and additional
 * characters, and the length of the compared text. Null if there are more than `maxErrors`. Needs few steps if there are few
 * errors: for each number of errors and each shift between quote and text, it stores how far the quote is matched (Ukkonen).
 */
export function align(
  { quote, from, text, at, step, isWhole = false }: Comparison,
  maxErrors: number,
): { errors: number; length: number } | null {
  const size = step === 1 ? quote.length - from : from + 1
  const limit = step === 1 ? text.length - at : at + 1
  const width = 2 * maxErrors + 3
  if (reach.length < width) [reach, nextReach] = [new Int32Array(width), new Int32Array(width)]
  reach.fill(-1, 0, width)
  const middle = maxErrors + 1

  /** Follows equal characters. */
  function slide(matched: number, shift: number): number {
    let index = matched
    while (
      index < size &&
      index + shift < limit &&
      quote.charCodeAt(from + step * index) === text.charCodeAt(at + step * (index + shift))
    )
      index++
    return index
  }

  for (let errors = 0; errors <= maxErrors; errors++) {
    nextReach.fill(-1, 0, width)
    let end: { shift: number; isMatch: boolean } | null = null
    for (let shift = -errors; shift <= errors; shift++) {
      const place = middle + shift
      const wrong = (reach[place] ?? -1) + 1
      const additional = reach[place - 1] ?? -1
      const missing = (reach[place + 1] ?? -1) + 1
      const furthest =
        errors === 0 ? 0 : Math.max(wrong === 0 ? -1 : wrong, additional, missing === 0 ? -1 : missing)
      const start = Math.min(furthest, size, limit - shift)
      if (start < 0 || start + shift < 0) continue
      const matched = slide(start, shift)
      nextReach[place] = matched
      if (matched < size || (isWhole && matched + shift < limit)) continue
      const isMatch = matched > start
      const isCloser = end !== null && Math.abs(shift) < Math.abs(end.shift)
      if (end === null || (isMatch && !end.isMatch) || (isMatch === end.isMatch && isCloser))
        end = { shift, isMatch }
    }
    if (end !== null) return { errors, length: size + end.shift }
    ;[reach, nextReach] = [nextReach, reach]
  }
  return null
}
