import { graphemeEnd, graphemeStart } from './graphemes.ts'
import { PASSAGE_CONTEXT_MAX, PASSAGE_EXACT_MAX } from './limits.ts'
import { compareSide, equalRun, NEAR_CONTEXT, type Side } from './passageContext.ts'
import { withoutMarkup } from './passageMarkup.ts'
import {
  align,
  distinctPlaces,
  maxErrorsOf,
  type Place,
  type QuoteInContext,
  SimilarPlaces,
} from './passageSearch.ts'
import type { Passage } from './passages.ts'
import { collapse, type Note, prepare, type Span, spanIn, trimSpan } from './passageText.ts'
import { hasVisibleText } from './plainText.ts'

/**
 * The passage of a span of the plain text of a note: without white space at its ends, with whole graphemes, truncated to the limit.
 * Null without visible text.
 */
export function passageAt(text: string, start: number, end: number, noteVersion?: number): Passage | null {
  const span = trimSpan(text, { start: graphemeStart(text, start), end: graphemeEnd(text, end) })
  if (span.end - span.start > PASSAGE_EXACT_MAX)
    span.end = graphemeStart(text, span.start + PASSAGE_EXACT_MAX)
  const { start: from, end: to } = trimSpan(text, span)
  const exact = text.slice(from, to)
  if (!hasVisibleText(exact)) return null
  const context = {
    prefix: text.slice(graphemeEnd(text, Math.max(0, from - PASSAGE_CONTEXT_MAX)), from),
    suffix: text.slice(to, graphemeStart(text, Math.min(text.length, to + PASSAGE_CONTEXT_MAX))),
  }
  return {
    exact,
    ...context,
    start: from,
    end: to,
    ...(noteVersion !== undefined && { noteVersion }),
    ...(isRepeated(text, exact) && { isRepeated: true }),
  }
}

/** Whether the same or similar words occur in a text more than once. */
function isRepeated(text: string, exact: string): boolean {
  if (text.indexOf(exact) !== text.lastIndexOf(exact)) return true
  return new SimilarPlaces(collapse(text)).find({ exact: collapse(exact), prefix: '', suffix: '' }).length > 1
}

/** Where a passage is in the plain text of another version of its note. Null if it is not there, or if that is not certain. */
export function anchorPassage(text: string, passage: Passage): Span | null {
  return anchorPassages(text, [passage])[0] ?? null
}

/** Where passages are in a text, in their order. The result of each does not depend on the others. */
export function anchorPassages(text: string, passages: readonly Passage[]): (Span | null)[] {
  let prepared: Note | undefined
  const note = () => {
    prepared ??= prepare(text)
    return prepared
  }
  return passages.map(passage => {
    if (isUnchanged(text, passage)) return { start: passage.start, end: passage.end }
    const span = anchor(note(), passage)
    const former = span === null ? withoutMarkup(passage) : null
    return former === null ? span : anchor(note(), former)
  })
}

function anchor(note: Note, passage: Passage): Span | null {
  const words = {
    exact: collapse(passage.exact),
    prefix: collapse(passage.prefix),
    suffix: collapse(passage.suffix),
    start: passage.start,
    isRepeated: passage.isRepeated ?? false,
  }
  const found = find(note, words)
  if (found === null) return null
  const span = spanIn(note, found)
  const isSimilar = differences(words.exact, collapse(note.original.slice(span.start, span.end))) !== null
  return isSimilar ? span : null
}

/** Whether the same words are at the same position, with the same context. */
function isUnchanged(text: string, { exact, prefix, suffix, start, end }: Passage): boolean {
  return (
    text.startsWith(exact, start) &&
    text.slice(end, end + PASSAGE_CONTEXT_MAX).startsWith(suffix) &&
    text.slice(Math.max(0, start - PASSAGE_CONTEXT_MAX), start).endsWith(prefix)
  )
}

/** A passage with single spaces. */
interface Words extends QuoteInContext {
  start: number
  isRepeated: boolean
}

/** A place that may be the passage, with what remains of its context on each side. */
interface Candidate extends Place {
  left: Side
  right: Side
}

/** Quotes that are as long as a few words are certain without context if they occur only once. */
const DISTINCTIVE_LENGTH = 8
/** The same for similar words. */
const DISTINCTIVE_SIMILAR_LENGTH = 40

function find(note: Note, words: Words): Place | null {
  const isShort = words.exact.length < DISTINCTIVE_LENGTH
  if ((words.isRepeated || isShort) && isDeleted(note, words)) return null
  const equal = findEqual(note, words)
  const sole = equal.isSole ? equal.candidates[0] : undefined
  if (sole !== undefined && !words.isRepeated && gradesOf(sole) > 0) return sole
  const certain = equal.candidates.filter(candidate =>
    words.isRepeated ? isDistinct(candidate) : gradesOf(candidate) >= 2,
  )
  if (certain.length > 0) return chooseBest(note, words, certain)
  const changed = findChanged(note, words)
  if (changed !== null && (!equal.exists || isInPlace(words, changed))) return changed
  return sole !== undefined && !words.isRepeated && !isShort ? sole : null
}

/** Whether a place was edited where it was, although its original words occur in the text. */
function isInPlace(words: Words, { left, right }: Candidate): boolean {
  return words.isRepeated || left.grade === 2 || right.grade === 2
}

/** Whether the context tells a passage apart from similar words elsewhere, whose context may be similar as well. */
function isDistinct({ left, right }: Candidate): boolean {
  return (left.grade === 2 && right.similarity >= 0.5) || (right.grade === 2 && left.similarity >= 0.5)
}

const EQUAL_PLACES_MAX = 5

interface EqualPlaces {
  exists: boolean
  /** Whether there is exactly one. */
  isSole: boolean
  candidates: Candidate[]
}

/** The places with the same words. If there are several, only those with a part of the context. */
function findEqual(note: Note, words: Words): EqualPlaces {
  const { text } = note
  const { exact, isRepeated: needsContext } = words
  const first = text.indexOf(exact)
  if (first === -1) return { exists: false, isSole: false, candidates: [] }
  if (text.indexOf(exact, first + 1) === -1)
    return { exists: true, isSole: true, candidates: [candidateAt(note, words, placeAt(first, exact))] }
  let starts = startsWithContext(text, words, PASSAGE_CONTEXT_MAX)
  if (starts.length === 0 && !needsContext) starts = startsWithContext(text, words, NEAR_CONTEXT)
  const candidates = starts.map(start => candidateAt(note, words, placeAt(start, exact)))
  return { exists: true, isSole: false, candidates }
}

/** Where the same words have the same context on one side, up to a length. */
function startsWithContext(text: string, { exact, prefix, suffix }: Words, length: number): number[] {
  const before = prefix.slice(-length)
  const after = suffix.slice(0, length)
  const starts = new Set<number>()
  if (before !== '') for (const at of positionsOf(text, before + exact)) starts.add(at + before.length)
  if (after !== '') for (const at of positionsOf(text, exact + after)) starts.add(at)
  return [...starts]
}

function placeAt(start: number, { length }: string): Place {
  return { start, end: start + length, errors: 0 }
}

function positionsOf(text: string, part: string): number[] {
  const positions: number[] = []
  let position = text.indexOf(part)
  while (position !== -1 && positions.length < EQUAL_PLACES_MAX) {
    positions.push(position)
    position = text.indexOf(part, position + 1)
  }
  return positions
}

/** The best of several places for the same words. Null if two are equally good. */
function chooseBest(note: Note, words: Words, candidates: readonly Candidate[]): Candidate | null {
  const [best, second] = candidates.toSorted(byContext)
  if (best === undefined) return null
  if (second === undefined || isClearlyBetter(best, second)) return best
  const isSamePosition = ({ start }: Candidate) => note.origins[start] === words.start
  return candidates.find(candidate => isSamePosition(candidate) && !isClearlyBetter(best, candidate)) ?? null
}

function byContext(one: Candidate, other: Candidate): number {
  return gradesOf(other) - gradesOf(one) || one.errors - other.errors || runsOf(other) - runsOf(one)
}

function isClearlyBetter(one: Candidate, other: Candidate): boolean {
  return gradesOf(one) > gradesOf(other) || runsOf(one) - runsOf(other) >= NEAR_CONTEXT
}

function gradesOf({ left, right }: Candidate): number {
  return left.grade + right.grade
}

function runsOf({ left, right }: Candidate): number {
  return left.run + right.run
}

/** The place where the words were edited. Similar words at another place are no such place. */
function findChanged(note: Note, words: Words): Candidate | null {
  if (isDeleted(note, words)) return null
  const candidates = distinctPlaces(
    note.similar.find(words).flatMap(place => alignWithContext(note, words, place)),
  )
    .filter(place => !isContextOf(note, words, place))
    .map(place => candidateAt(note, words, place))
    .filter(candidate => isSamePassage(words, candidate))
  return chooseBest(note, words, candidates)
}

/** Whether what was before and after the passage is now side by side. */
function isDeleted({ text }: Note, { exact, prefix, suffix }: Words): boolean {
  const [left, right] = [prefix.trimEnd(), suffix.trimStart()]
  // The passage may end like the text before it.
  const before = left.slice(-NEAR_CONTEXT - equalRun(left, exact, exact.length - 1, -1))
  const after = right.slice(0, NEAR_CONTEXT + equalRun(right, exact, 0, 1))
  if (before.length < NEAR_CONTEXT || after.length < NEAR_CONTEXT) return false
  return text.includes(before + after) || text.includes(`${before} ${after}`)
}

function isSamePassage({ exact, isRepeated: isOneOfSeveral }: Words, candidate: Candidate): boolean {
  const { left, right, errors } = candidate
  // Similar places have similar context.
  if (isOneOfSeveral) return gradesOf(candidate) === 4
  if (left.grade + right.grade > 0 || (left.similarity >= 0.5 && right.similarity >= 0.5)) return true
  return exact.length >= DISTINCTIVE_SIMILAR_LENGTH && errors <= exact.length / 8
}

/** Whether a place is a part of the context: the neighbour of a deleted row resembles it. */
function isContextOf({ text }: Note, { exact, prefix, suffix }: Words, { start, end }: Place): boolean {
  const before = equalRun(prefix.trimEnd(), text, end - 1, -1)
  const after = equalRun(suffix.trimStart(), text, start, 1)
  return before > equalRun(exact, text, end - 1, -1) + 3 || after > equalRun(exact, text, start, 1) + 3
}

/**
 * Where the first or last word was replaced, the context tells where the passage begins or ends. Empty if too much was replaced
 * there.
 */
function alignWithContext({ text }: Note, { exact, prefix, suffix }: Words, place: Place): Place[] {
  const { start, end } = place
  const max = maxErrorsOf(exact)
  const before = prefix.slice(-NEAR_CONTEXT)
  const after = suffix.slice(0, NEAR_CONTEXT)
  const from =
    text[start] === exact[0]
      ? start
      : (nearest(text, before, start - before.length, max) ?? start - before.length) + before.length
  const to = text[end - 1] === exact.at(-1) ? end : (nearest(text, after, end, max) ?? end)
  const errors = differences(exact, text.slice(from, to))
  return errors === null ? [] : [{ start: from, end: to, errors }]
}

function nearest(text: string, part: string, position: number, distance: number): number | undefined {
  if (part.length < 3) return undefined
  const before = text.lastIndexOf(part, position)
  const after = text.indexOf(part, position)
  const isAfter = after !== -1 && (before === -1 || after - position < position - before)
  const found = isAfter ? after : before
  return found !== -1 && Math.abs(found - position) <= distance ? found : undefined
}

/** The number of wrong, missing and additional characters; null if there are too many. */
function differences(exact: string, words: string): number | null {
  return (
    align({ quote: exact, from: 0, text: words, at: 0, step: 1, isWhole: true }, maxErrorsOf(exact))
      ?.errors ?? null
  )
}

function candidateAt({ text }: Note, { prefix, suffix }: Words, place: Place): Candidate {
  return {
    ...place,
    left: compareSide(prefix, text, place.start - 1, -1),
    right: compareSide(suffix, text, place.end, 1),
  }
}
