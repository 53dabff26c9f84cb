import type { Connection } from 'mongoose'
import type { SuggestionOrder } from '#protocol/agora.ts'
import { duplicateFields } from '#server/platform/mongo/errors.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/page.ts'

/** A suggestion, with an administrator's answer inside it if there is one. */
export interface SuggestionRecord {
  suggestionNo: number
  opinion: string
  writerNo: number
  timeCreated: Date
  /** 1 for a writer's first, one more with each: who writes two at once learns of it at the second insert. */
  writerSeq?: number
  answer?: { opinion: string; writerNo: number; timeCreated: Date }
  /** How many empathize with it, as it is ordered by; absent while nobody does. */
  empathyCount?: number
  /** The agora's version with which that was counted. */
  empathyVersion?: number
}

/** With an answer. */
const ANSWERED = { 'answer.timeCreated': { $exists: true } }

/** Which suggestions are looked for: all that is said here holds for each of them. */
export interface SuggestionSearch {
  /** Whose they are; absent: anybody's. */
  writerNo?: number | undefined
  isAnswered: boolean
  /** What each opinion has. */
  patterns: readonly RegExp[]
  /** The lowest number that is looked at. */
  from: number
}

/** Who empathizes with none of two looks at the newer one first. */
const SORTS = {
  newest: { suggestionNo: -1 },
  empathy: { empathyCount: -1, suggestionNo: -1 },
} as const satisfies Record<SuggestionOrder, object>

function filterOf({ writerNo, isAnswered, patterns, from }: SuggestionSearch) {
  return {
    suggestionNo: { $gte: from },
    ...(writerNo !== undefined && { writerNo }),
    ...(isAnswered && ANSWERED),
    ...(patterns.length > 0 && { $and: patterns.map(opinion => ({ opinion })) }),
  }
}

const schema = defineSchema<SuggestionRecord>('suggestions', {
  suggestionNo: Number,
  opinion: String,
  writerNo: Number,
  timeCreated: Date,
  writerSeq: Number,
  answer: { opinion: String, writerNo: Number, timeCreated: Date },
  empathyCount: Number,
  empathyVersion: Number,
})
schema.index({ suggestionNo: -1 }, { unique: true })
schema.index(SORTS.empathy)
schema.index({ writerNo: 1, suggestionNo: 1 })
schema.index({ 'answer.timeCreated': 1, suggestionNo: 1 })
// Those with an answer in the order of their numbers.
schema.index({ suggestionNo: 1 }, { partialFilterExpression: ANSWERED })
schema.index(
  { writerNo: 1, writerSeq: 1 },
  { unique: true, partialFilterExpression: { writerSeq: { $exists: true } } },
)

/** Without an answer: MongoDB's null stands for what is absent, too. */
const UNANSWERED = { 'answer.timeCreated': null }

export function createSuggestionStore(connection: Connection) {
  const suggestions = connection.model('Suggestion', schema)
  return {
    /** False when the writer has meanwhile posted another one. */
    async insert(suggestion: SuggestionRecord): Promise<boolean> {
      try {
        await suggestions.create(suggestion)
        return true
      } catch (error) {
        if (duplicateFields(error)?.includes('writerSeq')) return false
        throw error
      }
    },
    async byNo(suggestionNo: number): Promise<SuggestionRecord | null> {
      return suggestions.findOne({ suggestionNo }, { _id: 0 }).lean<SuggestionRecord>()
    },
    /** Of a range of numbers, both ends included. */
    async countFrom({ first, last }: { first: number; last: number }): Promise<number> {
      return suggestions.countDocuments({ suggestionNo: { $gte: first, $lte: last } })
    },
    /** 0 when there is none. */
    async newestNo(): Promise<number> {
      const newest = await suggestions
        .findOne({}, { _id: 0, suggestionNo: 1 })
        .sort({ suggestionNo: -1 })
        .hint({ suggestionNo: -1 })
        .lean()
      return newest?.suggestionNo ?? 0
    },
    /** Newest first, from a number downwards. */
    async page(page: { upTo: number; skip: number; limit: number }): Promise<SuggestionRecord[]> {
      return suggestions
        .find({ suggestionNo: { $lte: page.upTo } }, { _id: 0 })
        .sort({ suggestionNo: -1 })
        .skip(page.skip)
        .limit(page.limit)
        .lean<SuggestionRecord[]>()
    },
    /** Counted no further than `max`. */
    async countSearchResults(search: SuggestionSearch, max: number): Promise<number> {
      return suggestions.countDocuments(filterOf(search), { limit: max })
    },
    async found(
      search: SuggestionSearch,
      order: SuggestionOrder,
      { skip, limit }: Range,
    ): Promise<SuggestionRecord[]> {
      // The index of the other order would lead over all, however few hold what is looked for.
      const leadsFar = order === 'empathy' && search.from > 1 && search.writerNo === undefined
      const among = leadsFar ? { hint: SORTS.newest } : {}
      return suggestions
        .find(filterOf(search), { _id: 0 }, among)
        .sort(SORTS[order])
        .skip(skip)
        .limit(limit)
        .lean<SuggestionRecord[]>()
    },
    /** A writer's last ones, the newest first. */
    async lastOf(writerNo: number, limit: number): Promise<SuggestionRecord[]> {
      return suggestions
        .find({ writerNo }, { _id: 0 })
        .sort({ suggestionNo: -1 })
        .limit(limit)
        .lean<SuggestionRecord[]>()
    },
    /** Of two counts the one with the higher version of the agora is right. */
    async keepReactions(suggestionNo: number, { count, version }: { count: number; version: number }) {
      await suggestions.updateOne(
        { suggestionNo, empathyVersion: { $not: { $gte: version } } },
        count > 0
          ? { $set: { empathyCount: count, empathyVersion: version } }
          : { $set: { empathyVersion: version }, $unset: { empathyCount: 1 } },
      )
    },
    async answer(suggestionNo: number, answer: SuggestionRecord['answer']): Promise<SuggestionRecord | null> {
      return suggestions
        .findOneAndUpdate(
          { suggestionNo },
          { $set: { answer } },
          { returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<SuggestionRecord>()
    },
    /** The oldest first. */
    async unanswered(limit: number): Promise<SuggestionRecord[]> {
      return suggestions
        .find(UNANSWERED, { _id: 0 })
        .sort({ suggestionNo: 1 })
        .limit(limit)
        .lean<SuggestionRecord[]>()
    },
    async countUnanswered(max: number): Promise<number> {
      return suggestions.countDocuments(UNANSWERED, { limit: max })
    },
    async delete(suggestionNo: number): Promise<void> {
      await suggestions.deleteOne({ suggestionNo })
    },
    async ofWriter(writerNo: number): Promise<SuggestionRecord[]> {
      return suggestions.find({ writerNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<SuggestionRecord[]>()
    },
  }
}

export type SuggestionStore = ReturnType<typeof createSuggestionStore>
