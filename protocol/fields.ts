import { AUTH_TOKEN_MAX, ITEMS_PER_PAGE_MAX } from './limits.ts'
import { isStreamSafe, toNfc, toNfkc } from './normalization.ts'
import { z } from './schema.ts'
import type { TextKey } from './text/index.ts'
import { isVisible } from './visible.ts'

/** The sentence with which a bad field is answered: a key of the text catalogue, so both sides say the same. */
export const sentence = (key: TextKey) => ({ error: key })

/**
 * How many signs a text may arrive with for each one that it may have in the end: macOS sends a Hangul syllable as
 * three jamo.
 */
const SENT_SIGNS = 3

/** Of a written text. */
interface Length<Max extends number> {
  min?: number
  /**
   * In UTF-16 units of NFC, where zod itself would count code points. Written down, as in limits.ts: a mere `number`,
   * such as MAX_SAFE_INTEGER, does not compile.
   */
  max: number extends Max ? never : Max
  /** What is said of longer ones, where that is not what is said of others. */
  tooLong?: TextKey
  /** What is said of signs of which none can be seen, likewise. */
  invisible?: TextKey
}

/** A string as it is sent: what else its schema does never sees a longer one. `max` is in code points. */
export function sent(max: number, key: TextKey = 'error.invalid', tooLong = key) {
  return z.string(sentence(key)).max(max, { ...sentence(tooLong), abort: true })
}

/** A sign-in token in a body or at a socket's handshake. */
export const authToken = sent(AUTH_TOKEN_MAX)

// Line breaks and tabs are text; the other control characters are not, and a null byte least of all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** NFC, so that a name typed on a Mac equals the same name typed elsewhere; then tidied, then measured. */
function written<const Max extends number>(
  key: TextKey,
  { min = 0, max, tooLong = key }: Length<Max>,
  tidy: (nfc: string) => string,
) {
  return sent(max * SENT_SIGNS, key, tooLong)
    .refine(value => !CONTROL_CHARACTERS.test(value), sentence('error.controlCharacters'))
    .refine(isStreamSafe, sentence('error.tooManyMarks'))
    .transform(value => tidy(toNfc(value.toWellFormed())))
    .pipe(z.string().min(min, sentence(key)))
    .refine(({ length }) => length <= max, sentence(tooLong))
}

/** Text just as people write it. */
export function text<const Max extends number>(key: TextKey, length: Length<Max>) {
  return written(key, length, value => value)
}

/** Several lines, without blank ones around them, with no more than two between them, and with something to see unless it may be empty. */
export function lines<const Max extends number>(key: TextKey, length: Length<Max>) {
  return visible(key, length, value =>
    withBlankLinesBare(value)
      .replace(/\n{4,}/g, '\n\n\n')
      .trim(),
  )
}

/** One line: trimmed, without line breaks, with something to see in it unless it may be empty. */
export function line<const Max extends number>(key: TextKey, length: Length<Max>) {
  return visible(key, length, value => value.replace(/\s+/g, ' ').trim())
}

/** A few lines with no more than one blank one between two of them, and with something to see unless it may be empty. */
export function fewLines<const Max extends number>(key: TextKey, length: Length<Max>) {
  return visible(key, length, value =>
    withBlankLinesBare(value)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  )
}

/** Line breaks alone, and nothing in the lines in which nothing can be seen. */
function withBlankLinesBare(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map(words => (isVisible(words) ? words : ''))
    .join('\n')
}

function visible<const Max extends number>(key: TextKey, length: Length<Max>, tidy: (nfc: string) => string) {
  return written(key, length, tidy).refine(
    value => value === '' || isVisible(value),
    sentence(length.invisible ?? key),
  )
}

/** Signs between the parts of one emoji, and those that make an emoji of a sign. */
const INSIDE_EMOJI =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu
/** What cannot be seen, turns the direction of writing, means nothing, or is piled on a letter. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]|\p{M}{5}/u

/** A byte order mark is white space to JavaScript, and invisible to people. */
const BLANKS = /[^\S\ufeff]+/g

/** By what a person or a room is known: NFKC, one line, in which every sign can be seen for what it is. */
export function personName<const Max extends number>(key: TextKey, length: Length<Max>, hidden: TextKey) {
  return written(key, length, value => toNfkc(value).replace(BLANKS, ' ').trim()).refine(
    value => !HIDDEN.test(value.replace(INSIDE_EMOJI, '')),
    sentence(hidden),
  )
}

/** In digits: below what a number can tell apart. */
export const NUMBER_DIGITS_MAX = 15

/** A whole number from 1; forms carry it as digits. */
export function numberFromOne(key: TextKey) {
  const digits = sent(NUMBER_DIGITS_MAX, key).regex(/^\d+$/, sentence(key)).transform(Number)
  return z
    .union([z.number(), digits], sentence(key))
    .pipe(z.number().int(sentence(key)).min(1, sentence(key)))
}

const positiveNumber = numberFromOne('error.invalid')

/** The number by which a topic, note, hub or user is known. */
export const entityNo = positiveNumber
export const pageNo = positiveNumber.default(1)
export const itemsPerPage = (usual: number) =>
  positiveNumber.pipe(z.number().max(ITEMS_PER_PAGE_MAX)).default(usual)

/** The longest word for yes or no is 'disabled'. */
const FLAG_WORD_MAX = 8

/** Yes or no; forms carry it as a word. */
export const flag = z.union([z.boolean(), sent(FLAG_WORD_MAX).pipe(z.stringbool())])

/** In characters: each UUID is as long as the others. */
const UUID_LENGTH = 36
export const uuid = sent(UUID_LENGTH).pipe(z.uuid())

/** In characters. */
const TIME_LENGTH_MAX = 40
/** ISO 8601, UTC. */
export const time = sent(TIME_LENGTH_MAX)
  .pipe(z.iso.datetime())
  .transform(value => new Date(value))

/** Brackets, commas, quotation marks and blanks around one item in JSON, generously. */
const JSON_AROUND_ITEM = 20

/** A list that forms carry as JSON. `itemLength`: the characters of the longest item, itself as JSON. */
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

/** Numbers of topics, notes, hubs or users, at least one. */
export const entityNos = (max: number) =>
  jsonList(entityNo, { max, itemLength: NUMBER_DIGITS_MAX }).refine(
    numbers => numbers.length > 0,
    sentence('error.invalid'),
  )

/** A refusal that belongs to the product: status 200, its flag false, and why. */
export const rejection = z.object({ success: z.literal(false), message: z.string() })
export const done = z.object({ success: z.literal(true) })
