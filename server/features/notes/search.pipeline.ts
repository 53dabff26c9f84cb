import type { mongo, PipelineStage } from 'mongoose'
import type { Word } from './searchFields.ts'

/** Whose notes are looked through, or which, or both. */
export type Searched =
  | { authorNo: number; noteNos?: readonly number[] }
  | { authorNo?: never; noteNos: readonly number[] }

export interface RankedNotes {
  /** How many hold every word. */
  count: number
  /** The first of them. */
  noteNos: number[]
}

const BEST_FIRST = { inTitle: -1, lastUpdate: -1, noteNo: -1 } as const
const IN_TEXT = '$sought.text'
const IN_INITIALS = '$sought.initials'

/** One trip. Finding a string in a string is as quick on any text; patterns are only for what is half typed. */
export function searchPipeline(searched: Searched, words: readonly Word[], limit: number): PipelineStage[] {
  return [
    { $match: { ...among(searched), $expr: { $and: words.map(holds) } } },
    { $project: { noteNo: 1, lastUpdate: 1, inTitle: { $add: [...words.map(inTitle), ...asOne(words)] } } },
    {
      $group: {
        _id: null,
        count: { $sum: 1 },
        noteNos: { $topN: { n: limit, sortBy: BEST_FIRST, output: '$noteNo' } },
      },
    },
  ]
}

function among({ authorNo, noteNos }: Searched): mongo.Document {
  if (noteNos === undefined) return { authorNo }
  const these = { noteNo: { $in: [...noteNos] } }
  return authorNo === undefined ? these : { $or: [{ authorNo }, these] }
}

function holds(word: Word): mongo.Document {
  const [line, search] = searchedPart(word)
  const isThere = { $gte: [{ $indexOfBytes: [line, search] }, 0] }
  if (word.kind !== 'mixed') return isThere
  // Few texts are left for the pattern.
  return { $and: [isThere, { $regexMatch: { input: IN_TEXT, regex: new RegExp(word.pattern.source) } }] }
}

/** 1 or 0. The title stands before the first line break, and has none. */
function inTitle(word: Word): mongo.Document {
  if (word.kind === 'mixed') {
    const regex = new RegExp(`^[^\\n]*${word.pattern.source}`)
    return asNumber({ $regexMatch: { input: IN_TEXT, regex } })
  }
  const [line, search] = searchedPart(word)
  const titleEnd = { $indexOfBytes: [line, '\n'] }
  return asNumber({ $gte: [{ $indexOfBytes: [line, search, 0, titleEnd] }, 0] })
}

/**
 * Several words side by side weigh as much as all of them in the title, wherever they stand. One more for the title that has
 * them so, and another for the one that says nothing else.
 */
function asOne(words: readonly Word[]): mongo.Document[] {
  const phrase = words.map(word => (word.kind === 'literal' ? word.folded : null))
  if (phrase.includes(null)) return []
  const line = phrase.join('')
  const wholeTitle = { $literal: `${line}\n` }
  const isWhole = { $eq: [{ $indexOfBytes: [IN_TEXT, wholeTitle, 0, Buffer.byteLength(line) + 1] }, 0] }
  if (words.length === 1) return [asNumber(isWhole)]
  const titleEnd = { $indexOfBytes: [IN_TEXT, '\n'] }
  const search = { $literal: line }
  const isAnywhere = { $gte: [{ $indexOfBytes: [IN_TEXT, search] }, 0] }
  const isInTitle = { $gte: [{ $indexOfBytes: [IN_TEXT, search, 0, titleEnd] }, 0] }
  return [{ $multiply: [asNumber(isAnywhere), words.length] }, asNumber(isInTitle), asNumber(isWhole)]
}

/** Where it is looked for, and what: as it is, whatever signs of MongoDB's it may hold. */
function searchedPart(word: Word) {
  if (word.kind === 'initials') return [IN_INITIALS, { $literal: word.letters }] as const
  return [IN_TEXT, { $literal: word.kind === 'literal' ? word.folded : word.part }] as const
}

const asNumber = (condition: mongo.Document) => ({ $cond: [condition, 1, 0] })
