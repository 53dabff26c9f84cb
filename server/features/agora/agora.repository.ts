import type { Connection } from 'mongoose'
import type { OpinionReactionView, SuggestionOrder } from '#protocol/agora.ts'
import { COLLECTIONS } from '#server/platform/mongo/collections.ts'
import { duplicateFields } from '#server/platform/mongo/queries.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import type { Range } from '#server/platform/paging.ts'

/** A suggestion, with the administrator's answer. */
export interface SuggestionRecord {
  suggestionNo: number
  opinion: string
  writerNo: number
  timeCreated: Date
  /** Counts the writer's suggestions from 1. Of two concurrent inserts the second one fails on the unique index. */
  writerSeq?: number
  answer?: { opinion: string; writerNo: number; timeCreated: Date }
  /** Number of reactions, for sorting; absent for 0. */
  empathyCount?: number
  /** Agora version of that count. */
  empathyVersion?: number
}

const ANSWERED = { 'answer.timeCreated': { $exists: true } }

/** All conditions have to match. */
export interface SuggestionSearch {
  /** Absent for any writer. */
  writerNo?: number | undefined
  isAnswered: boolean
  /** Patterns that each opinion has to match. */
  patterns: readonly RegExp[]
  /** Lowest number to search. */
  from: number
}

/** Equal counts sort by number, newest first. */
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

const suggestionSchema = defineSchema<SuggestionRecord>('suggestions', {
  suggestionNo: Number,
  opinion: String,
  writerNo: Number,
  timeCreated: Date,
  writerSeq: Number,
  answer: { opinion: String, writerNo: Number, timeCreated: Date },
  empathyCount: Number,
  empathyVersion: Number,
})
suggestionSchema.index({ suggestionNo: -1 }, { unique: true })
suggestionSchema.index(SORTS.empathy)
suggestionSchema.index({ writerNo: 1, suggestionNo: 1 })
suggestionSchema.index({ 'answer.timeCreated': 1, suggestionNo: 1 })
// Answered suggestions by number.
suggestionSchema.index({ suggestionNo: 1 }, { partialFilterExpression: ANSWERED })
suggestionSchema.index(
  { writerNo: 1, writerSeq: 1 },
  { unique: true, partialFilterExpression: { writerSeq: { $exists: true } } },
)

/** MongoDB's null also matches a missing field. */
const UNANSWERED = { 'answer.timeCreated': null }

export function createSuggestionRepository(connection: Connection) {
  const suggestions = connection.model('Suggestion', suggestionSchema)
  return {
    /** False if the writer has posted another suggestion meanwhile. */
    async insert(suggestion: SuggestionRecord): Promise<boolean> {
      try {
        await suggestions.create(suggestion)
        return true
      } catch (error) {
        if (duplicateFields(error)?.includes('writerSeq')) return false
        throw error
      }
    },
    async findByNo(suggestionNo: number): Promise<SuggestionRecord | null> {
      return suggestions.findOne({ suggestionNo }, { _id: 0 }).lean<SuggestionRecord>()
    },
    /** Both ends included. */
    async countFrom({ first, last }: { first: number; last: number }): Promise<number> {
      return suggestions.countDocuments({ suggestionNo: { $gte: first, $lte: last } })
    },
    /** 0 if there is none. */
    async findNewestNo(): Promise<number> {
      const newest = await suggestions
        .findOne({}, { _id: 0, suggestionNo: 1 })
        .sort({ suggestionNo: -1 })
        .hint({ suggestionNo: -1 })
        .lean()
      return newest?.suggestionNo ?? 0
    },
    /** From `upTo` downwards, newest first. */
    async findPage(page: { upTo: number; skip: number; limit: number }): Promise<SuggestionRecord[]> {
      return suggestions
        .find({ suggestionNo: { $lte: page.upTo } }, { _id: 0 })
        .sort({ suggestionNo: -1 })
        .skip(page.skip)
        .limit(page.limit)
        .lean<SuggestionRecord[]>()
    },
    /** Counts up to `max`. */
    async countSearchResults(search: SuggestionSearch, max: number): Promise<number> {
      return suggestions.countDocuments(filterOf(search), { limit: max })
    },
    async search(
      search: SuggestionSearch,
      order: SuggestionOrder,
      { skip, limit }: Range,
    ): Promise<SuggestionRecord[]> {
      // The index on the sort order would scan all suggestions, however few match.
      const leadsFar = order === 'empathy' && search.from > 1 && search.writerNo === undefined
      const among = leadsFar ? { hint: SORTS.newest } : {}
      return suggestions
        .find(filterOf(search), { _id: 0 }, among)
        .sort(SORTS[order])
        .skip(skip)
        .limit(limit)
        .lean<SuggestionRecord[]>()
    },
    /** The writer's latest suggestions, newest first. */
    async findLatest(writerNo: number, limit: number): Promise<SuggestionRecord[]> {
      return suggestions
        .find({ writerNo }, { _id: 0 })
        .sort({ suggestionNo: -1 })
        .limit(limit)
        .lean<SuggestionRecord[]>()
    },
    /** Ignores a count whose agora version is not higher than the stored one. */
    async setReactionCount(suggestionNo: number, { count, version }: { count: number; version: number }) {
      await suggestions.updateOne(
        { suggestionNo, empathyVersion: { $not: { $gte: version } } },
        count > 0
          ? { $set: { empathyCount: count, empathyVersion: version } }
          : { $set: { empathyVersion: version }, $unset: { empathyCount: 1 } },
      )
    },
    async setAnswer(
      suggestionNo: number,
      answer: SuggestionRecord['answer'],
    ): Promise<SuggestionRecord | null> {
      return suggestions
        .findOneAndUpdate(
          { suggestionNo },
          { $set: { answer: answer } },
          { returnDocument: 'after', projection: { _id: 0 } },
        )
        .lean<SuggestionRecord>()
    },
    /** Oldest first. */
    async findUnanswered(limit: number): Promise<SuggestionRecord[]> {
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
    async findByWriter(writerNo: number): Promise<SuggestionRecord[]> {
      return suggestions.find({ writerNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<SuggestionRecord[]>()
    },
  }
}

/** A reaction of a user to a suggestion. */
interface OpinionReactionRecord {
  suggestionNo: number
  userNo: number
  since: Date
}
type Reaction = Omit<OpinionReactionRecord, 'since'>

const opinionReactionSchema = defineSchema<OpinionReactionRecord>(COLLECTIONS.opinionReactions, {
  suggestionNo: Number,
  userNo: Number,
  since: Date,
})
opinionReactionSchema.index({ suggestionNo: 1, userNo: 1 }, { unique: true })
opinionReactionSchema.index({ userNo: 1, suggestionNo: 1 })

/** Reactions are counted on each read, so that a published count cannot drift. */
export function createOpinionReactionRepository(connection: Connection) {
  const reactions = connection.model('OpinionReaction', opinionReactionSchema)
  return {
    /** Idempotent. */
    async add({ since, ...reaction }: OpinionReactionRecord): Promise<void> {
      try {
        await reactions.updateOne(reaction, { $setOnInsert: { since } }, { upsert: true })
      } catch (error) {
        // Another device has added it meanwhile.
        if (duplicateFields(error) === null) throw error
      }
    },
    /** Idempotent. */
    async remove({ suggestionNo, userNo }: Reaction): Promise<void> {
      await reactions.deleteOne({ suggestionNo, userNo })
    },
    async countBySuggestion(suggestionNo: number): Promise<number> {
      return reactions.countDocuments({ suggestionNo })
    },
    /** Newest suggestion first; those without reactions are absent. `userNo` is the viewer whose own reaction is reported, or null. */
    async findBySuggestions(
      suggestionNos: readonly number[],
      userNo: number | null,
    ): Promise<OpinionReactionView[]> {
      if (suggestionNos.length === 0) return []
      return reactions.aggregate<OpinionReactionView>([
        { $match: { suggestionNo: { $in: [...suggestionNos] } } },
        {
          $group: {
            _id: '$suggestionNo',
            count: { $sum: 1 },
            isMine: { $max: { $eq: ['$userNo', userNo] } },
          },
        },
        { $sort: { _id: -1 } },
        { $project: { _id: 0, suggestionNo: '$_id', count: 1, isMine: 1 } },
      ])
    },
    async findByUser(userNo: number): Promise<OpinionReactionRecord[]> {
      return reactions.find({ userNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<OpinionReactionRecord[]>()
    },
    async deleteBySuggestion(suggestionNo: number): Promise<void> {
      await reactions.deleteMany({ suggestionNo })
    },
  }
}
