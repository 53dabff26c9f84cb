import { type Passage, passageKey } from '#protocol/passages.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'

/** A passage as it is stored: in the text of this version of the note. */
export type StoredPassage = Passage & { noteVersion: number }

/** Declaration of a stored passage, for the schemas that contain one. */
export const PASSAGE_FIELDS = {
  exact: String,
  prefix: String,
  suffix: String,
  start: Number,
  end: Number,
  noteVersion: Number,
  isRepeated: Boolean,
} as const

/** Belongs to the note in the hub, not to a share: sharing again brings it back. */
export interface HighlightRecord {
  highlightNo: number
  hubNo: number
  noteNo: number
  userNo: number
  passage: StoredPassage
  since: Date
}

export const HIGHLIGHTS = 'highlights'

export const highlightSchema = defineSchema<HighlightRecord>(HIGHLIGHTS, {
  highlightNo: Number,
  hubNo: Number,
  noteNo: Number,
  userNo: Number,
  passage: PASSAGE_FIELDS,
  since: Date,
})
highlightSchema.index({ highlightNo: 1 }, { unique: true })
// One per user and passage.
highlightSchema.index(
  {
    hubNo: 1,
    noteNo: 1,
    userNo: 1,
    'passage.noteVersion': 1,
    'passage.start': 1,
    'passage.end': 1,
  },
  { unique: true },
)
highlightSchema.index({ noteNo: 1, since: -1 })
highlightSchema.index({ userNo: 1, hubNo: 1, noteNo: 1 })

/** Filter of the documents on a passage, without their hub and note. The partial indexes apply. */
export function onPassage({ noteVersion = 0, start, end }: Passage) {
  return { 'passage.noteVersion': noteVersion, 'passage.start': start, 'passage.end': end }
}

/** Filter of the documents with a passage; the partial indexes contain only these. */
export const HAS_PASSAGE = { 'passage.noteVersion': { $gte: 1 } } as const

export function isSamePassage(one: Passage, other: Passage): boolean {
  return passageKey(one) === passageKey(other)
}
