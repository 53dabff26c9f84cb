import { type Connection, Schema } from 'mongoose'

/** A suggestion, with an administrator's answer inside it if there is one. */
export interface SuggestionRecord {
  suggestionNo: number
  opinion: string
  writerNo: number
  timeCreated: Date
  answer?: { opinion: string; writerNo: number; timeCreated: Date }
}

const schema = new Schema<SuggestionRecord>(
  {
    suggestionNo: Number,
    opinion: String,
    writerNo: Number,
    timeCreated: Date,
    answer: {
      type: { opinion: String, writerNo: Number, timeCreated: Date, _id: false },
      default: undefined,
    },
  },
  { collection: 'suggestions', versionKey: false },
)
schema.index({ suggestionNo: -1 }, { unique: true })
schema.index({ writerNo: 1, suggestionNo: 1 })

export function createSuggestionStore(connection: Connection) {
  const suggestions = connection.model('Suggestion', schema)
  return {
    async insert(suggestion: SuggestionRecord): Promise<void> {
      await suggestions.create(suggestion)
    },
    async byNo(suggestionNo: number): Promise<SuggestionRecord | null> {
      return suggestions.findOne({ suggestionNo }, { _id: 0 }).lean<SuggestionRecord>()
    },
    async count(): Promise<number> {
      return suggestions.estimatedDocumentCount()
    },
    /** Newest first. */
    async page(page: { skip: number; limit: number }): Promise<SuggestionRecord[]> {
      return suggestions
        .find({}, { _id: 0 })
        .sort({ suggestionNo: -1 })
        .hint({ suggestionNo: -1 })
        .skip(page.skip)
        .limit(page.limit)
        .lean<SuggestionRecord[]>()
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
    async delete(suggestionNo: number): Promise<void> {
      await suggestions.deleteOne({ suggestionNo })
    },
    async ofWriter(writerNo: number): Promise<SuggestionRecord[]> {
      return suggestions.find({ writerNo }, { _id: 0 }).sort({ suggestionNo: 1 }).lean<SuggestionRecord[]>()
    },
    async deleteOf(writerNo: number): Promise<void> {
      await suggestions.deleteMany({ writerNo })
    },
  }
}

export type SuggestionStore = ReturnType<typeof createSuggestionStore>
