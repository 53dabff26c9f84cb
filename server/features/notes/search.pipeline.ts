import type { mongo, PipelineStage } from 'mongoose'
import type { Word } from './searchFields.ts'

/** By author, by note numbers, or both. */
export type SearchScope =
  | { authorNo: number; noteNos?: readonly number[] }
  | { authorNo?: never; noteNos: readonly number[] }

export interface RankedNotes {
  /** Number of matching notes. A series counts once. */
  count: number
  /** The first matches; of a series the best part. */
  noteNos: number[]
  /** The same with the first parts of series. */
  headNos: number[]
}

const BEST_PART_FIRST = { containedCount: -1, inTitle: -1, lastUpdate: -1, noteNo: -1 } as const
const BEST = { inTitle: '$inTitle', lastUpdate: '$lastUpdate', noteNo: '$noteNo' } as const
const BEST_OF_ALL_FIRST = { 'best.inTitle': -1, 'best.lastUpdate': -1, 'best.noteNo': -1 } as const
const IN_TEXT = '$sought.text'
const IN_INITIALS = '$sought.initials'

/**
 * One query. Substring search is fast on any text; patterns are only for partially typed syllables. The words may be in different parts of
 * a series, as in one text.
 */
export function searchPipeline(
  searched: SearchScope,
  words: readonly Word[],
  limit: number,
): PipelineStage[] {
  return [
    { $match: { ...among(searched), $expr: { $or: [{ $and: words.map(contains) }, isPartWithAny(words)] } } },
    {
      $project: {
        noteNo: 1,
        lastUpdate: 1,
        headNo: { $ifNull: ['$series.headNo', '$noteNo'] },
        ...ofEachWord(words, word => toNumber(contains(word))),
        inTitle: { $add: [...words.map(titleMatchOf), ...adjacentWordsScore(words)] },
      },
    },
    { $set: { containedCount: { $add: words.map((_, index) => `$${fieldOf(index)}`) } } },
    {
      $group: {
        _id: '$headNo',
        best: { $top: { sortBy: BEST_PART_FIRST, output: BEST } },
        ...ofEachWord(words, (_, field) => ({ $max: `$${field}` })),
      },
    },
    { $match: ofEachWord(words, () => 1) },
    {
      $group: {
        _id: null,
        count: { $sum: 1 },
        best: {
          $topN: { n: limit, sortBy: BEST_OF_ALL_FIRST, output: { noteNo: '$best.noteNo', headNo: '$_id' } },
        },
      },
    },
    { $project: { count: 1, noteNos: '$best.noteNo', headNos: '$best.headNo' } },
  ]
}

function among({ authorNo, noteNos }: SearchScope): mongo.Document {
  if (noteNos === undefined) return { authorNo }
  // Shares have the numbers of first parts.
  const byNumbers = [{ noteNo: { $in: [...noteNos] } }, { 'series.headNo': { $in: [...noteNos] } }]
  return { $or: [...(authorNo === undefined ? [] : [{ authorNo }]), ...byNumbers] }
}

function contains(word: Word): mongo.Document {
  const [line, search] = searchTermOf(word)
  const isThere = { $gte: [{ $indexOfBytes: [line, search] }, 0] }
  if (word.kind !== 'mixed') return isThere
  // Only few texts remain for the pattern.
  return { $and: [isThere, { $regexMatch: { input: IN_TEXT, regex: new RegExp(word.pattern.source) } }] }
}

const fieldOf = (index: number) => `word${index}`

/** A field for each word, such as whether a part contains it. */
function ofEachWord<Value>(
  words: readonly Word[],
  toValue: (word: Word, field: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(words.map((word, index) => [fieldOf(index), toValue(word, fieldOf(index))]))
}

/** False for a single word, which is in one part or in none. */
function isPartWithAny(words: readonly Word[]): mongo.Document {
  if (words.length === 1) return { $literal: false }
  return { $and: [{ $gt: ['$series.headNo', null] }, { $or: words.map(contains) }] }
}

/** 1 or 0. The title is the text before the first line break. */
function titleMatchOf(word: Word): mongo.Document {
  if (word.kind === 'mixed') {
    const regex = new RegExp(`^[^\\n]*${word.pattern.source}`)
    return toNumber({ $regexMatch: { input: IN_TEXT, regex } })
  }
  const [line, search] = searchTermOf(word)
  const titleEnd = { $indexOfBytes: [line, '\n'] }
  return toNumber({ $gte: [{ $indexOfBytes: [line, search, 0, titleEnd] }, 0] })
}

/**
 * Adjacent words count as much as all of them in the title. Adds one if they are in the title, and another one if the
 * title equals the query.
 */
function adjacentWordsScore(words: readonly Word[]): mongo.Document[] {
  const phrase = words.map(word => (word.kind === 'literal' ? word.folded : null))
  if (phrase.includes(null)) return []
  const line = phrase.join('')
  const wholeTitle = { $literal: `${line}\n` }
  const isWhole = { $eq: [{ $indexOfBytes: [IN_TEXT, wholeTitle, 0, Buffer.byteLength(line) + 1] }, 0] }
  if (words.length === 1) return [toNumber(isWhole)]
  const titleEnd = { $indexOfBytes: [IN_TEXT, '\n'] }
  const search = { $literal: line }
  const isAnywhere = { $gte: [{ $indexOfBytes: [IN_TEXT, search] }, 0] }
  const isInTitle = { $gte: [{ $indexOfBytes: [IN_TEXT, search, 0, titleEnd] }, 0] }
  return [{ $multiply: [toNumber(isAnywhere), words.length] }, toNumber(isInTitle), toNumber(isWhole)]
}

/** Field and literal search text, without the special meaning of MongoDB characters. */
function searchTermOf(word: Word) {
  if (word.kind === 'initials') return [IN_INITIALS, { $literal: word.letters }] as const
  return [IN_TEXT, { $literal: word.kind === 'literal' ? word.folded : word.part }] as const
}

const toNumber = (condition: mongo.Document) => ({ $cond: [condition, 1, 0] })
