import { AUTH_TOKEN_MAX, ITEMS_PER_PAGE_MAX } from './limits.ts'
import { isStreamSafe, toNfc, toNfkc } from './normalization.ts'
import { hasVisibleText } from './plainText.ts'
import { z } from './schema.ts'
import type { TextKey } from './text/index.ts'

/** The message for an invalid field: a key of the text catalogue, so that client and server show the same text. */
export const sentence = (key: TextKey) => ({ error: key })

/** UTF-16 units of input per unit of the parsed text: macOS may send a Hangul syllable as three jamo. */
const SENT_SIGNS = 3

/** Options of a text field. */
interface Length<Max extends number> {
  min?: number
  /**
   * In UTF-16 units of NFC, while zod counts code points. Must be a literal, as in limits.ts: a plain `number`, such as
   * MAX_SAFE_INTEGER, does not compile.
   */
  max: number extends Max ? never : Max
  /** The message for longer texts, if it differs. */
  tooLong?: TextKey
  /** The message for texts without visible characters, if it differs. */
  invisible?: TextKey
}

/** A string with a limit that is checked before all else. `max` is in code points. */
export function sent(max: number, key: TextKey = 'error.invalid', tooLong = key) {
  return z.string(sentence(key)).max(max, { ...sentence(tooLong), abort: true })
}

/** A session token in a body or a socket handshake. */
export const authToken = sent(AUTH_TOKEN_MAX)

// Allows line breaks and tabs, but no other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Normalizes to NFC, so that names from macOS equal those from elsewhere, then cleans up, then checks the length. */
function written<const Max extends number>(
  key: TextKey,
  { min = 0, max, tooLong = key }: Length<Max>,
  cleanUp: (nfc: string) => string,
) {
  return sent(max * SENT_SIGNS, key, tooLong)
    .refine(value => !CONTROL_CHARACTERS.test(value), sentence('error.controlCharacters'))
    .refine(isStreamSafe, sentence('error.tooManyMarks'))
    .transform(value => cleanUp(toNfc(value.toWellFormed())))
    .pipe(z.string().min(min, sentence(key)))
    .refine(({ length }) => length <= max, sentence(tooLong))
}

/** Text without cleanup. */
export function text<const Max extends number>(key: TextKey, length: Length<Max>) {
  return written(key, length, value => value)
}

/** Several lines, with at most two consecutive empty ones. Requires visible text unless it may be empty. */
export function lines<const Max extends number>(key: TextKey, length: Length<Max>) {
  return visible(key, length, value =>
    withBlankLinesBare(value)
      .replace(/\n{4,}/g, '\n\n\n')
      .trim(),
  )
}

/** One trimmed line. Requires visible text unless it may be empty. */
export function line<const Max extends number>(key: TextKey, length: Length<Max>) {
  return visible(key, length, value => value.replace(/\s+/g, ' ').trim())
}

/** A few lines, with at most one consecutive empty one. Requires visible text unless it may be empty. */
export function fewLines<const Max extends number>(key: TextKey, length: Length<Max>) {
  return visible(key, length, value =>
    withBlankLinesBare(value)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
}

/** Normalizes line breaks and clears lines without visible text. */
function withBlankLinesBare(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(words => (hasVisibleText(words) ? words : ''))
    .join('\n')
}

function visible<const Max extends number>(
  key: TextKey,
  length: Length<Max>,
  cleanUp: (nfc: string) => string,
) {
  return written(key, length, cleanUp).refine(
    value => value === '' || hasVisibleText(value),
    sentence(length.invisible ?? key),
  )
}

/** Joiners and variation selectors of emoji. */
const INSIDE_EMOJI =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu
/** Invisible, direction-changing and unassigned characters, and stacked marks. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]|\p{M}{5}/u

/** JavaScript treats an invisible byte order mark as whitespace. */
const BLANKS = /[^\S\ufeff]+/g

/** The name of a user or a hub: one line in NFKC without ambiguous characters. */
export function personName<const Max extends number>(key: TextKey, length: Length<Max>, hidden: TextKey) {
  return written(key, length, value => toNfkc(value).replace(BLANKS, ' ').trim()).refine(
    value => !HIDDEN.test(value.replace(INSIDE_EMOJI, '')),
    sentence(hidden),
  )
}

/** In digits: below the precision of a number. */
export const NUMBER_DIGITS_MAX = 15

/** A positive integer; digits in forms. */
export function numberFromOne(key: TextKey) {
  const digits = sent(NUMBER_DIGITS_MAX, key).regex(/^\d+$/, sentence(key)).transform(Number)
  return z
    .union([z.number(), digits], sentence(key))
    .pipe(z.number().int(sentence(key)).min(1, sentence(key)))
}

const positiveNumber = numberFromOne('error.invalid')

/** The number of a topic, note, hub or user. */
export const entityNo = positiveNumber
export const pageNo = positiveNumber.default(1)
export const itemsPerPage = (usual: number) =>
  positiveNumber.pipe(z.number().max(ITEMS_PER_PAGE_MAX)).default(usual)

/** The longest accepted word is 'disabled'. */
const FLAG_WORD_MAX = 8

/** A boolean; a word in forms. */
export const flag = z.union([z.boolean(), sent(FLAG_WORD_MAX).pipe(z.stringbool())])

/** In characters. */
const UUID_LENGTH = 36
export const uuid = sent(UUID_LENGTH).pipe(z.uuid())

/** In characters. */
const TIME_LENGTH_MAX = 40
/** ISO 8601, UTC. */
export const time = sent(TIME_LENGTH_MAX)
  .pipe(z.iso.datetime())
  .transform(value => new Date(value))

/** Allows for brackets, commas, quotes and spaces around an item in JSON. */
const JSON_AROUND_ITEM = 20

/** A JSON list in a form field. `itemLength` is the length of the longest item as JSON. */
export function jsonList<Item extends z.ZodType>(
  item: Item,
  { max, itemLength }: { max: number; itemLength: number },
) {
  return sent((max + 1) * (itemLength + JSON_AROUND_ITEM))
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value)
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(z.array(item).max(max))
}

/** At least one number of a topic, note, hub or user. */
export const entityNos = (max: number) =>
  jsonList(entityNo, { max, itemLength: NUMBER_DIGITS_MAX }).refine(
    numbers => numbers.length > 0,
    sentence('error.invalid'),
  )

/** A rejection by the rules of the product: status 200, `success: false` and a message. */
export const rejection = z.object({ success: z.literal(false), message: z.string() })
export const done = z.object({ success: z.literal(true) })
