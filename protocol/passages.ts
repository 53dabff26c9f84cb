import { entityNo, sent, sentence } from './fields.ts'
import { PASSAGE_CONTEXT_MAX, PASSAGE_EXACT_MAX, PASSAGE_POSITION_MAX } from './limits.ts'
import { hasVisibleText } from './plainText.ts'
import { z } from './schema.ts'

// A plain text has line breaks, tabs and form feeds, but no other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

/**
 * A part of the plain text of a note. It is not normalized, unlike other fields, because a part must equal the text: it may begin
 * with a combining mark.
 */
const textPart = (max: number) =>
  sent(max).refine(
    value => value.length <= max && value.isWellFormed() && !CONTROL_CHARACTERS.test(value),
    sentence('error.invalid'),
  )

const position = z.number().int().min(0).max(PASSAGE_POSITION_MAX)

/**
 * A passage of a note: the TextQuoteSelector and the TextPositionSelector of the W3C Web Annotation Data Model, over the plain
 * text of the note (`noteText`). Positions and lengths are in UTF-16 units. `passageAt` makes one.
 */
export const passageSchema = z
  .object({
    exact: textPart(PASSAGE_EXACT_MAX).refine(hasVisibleText, sentence('error.invalid')),
    /** The text directly before and after. Empty at the ends of the note. */
    prefix: textPart(PASSAGE_CONTEXT_MAX),
    suffix: textPart(PASSAGE_CONTEXT_MAX),
    start: position,
    end: position,
    /** The version of the note that the writer read. */
    noteVersion: entityNo.optional(),
  })
  .refine(({ exact, start, end }) => end - start === exact.length, sentence('error.invalid'))
export type Passage = z.infer<typeof passageSchema>
