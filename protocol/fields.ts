import { z } from 'zod'
import { ITEMS_PER_PAGE_MAX } from './limits.ts'
import type { TextKey } from './text/index.ts'

/** The sentence with which a bad field is answered: a key of the text catalogue, so both sides say the same. */
export const sentence = (key: TextKey) => ({ error: key })

// Line breaks and tabs are text; the other control characters are not, and a null byte least of all.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Text as people write it: NFC, so that a name typed on a Mac equals the same name typed elsewhere. */
export function text(key: TextKey, { min = 0, max }: { min?: number; max: number }) {
  return z
    .string(sentence(key))
    .refine(value => !CONTROL_CHARACTERS.test(value), sentence(key))
    .transform(value => value.toWellFormed().normalize('NFC'))
    .pipe(z.string().min(min, sentence(key)).max(max, sentence(key)))
}

/** Any sign that leaves ink: no blank, and none of those that only look like one, as the Hangul filler does. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]/u

/** One line: trimmed, without line breaks, with something to see in it unless it may be empty. */
export function line(key: TextKey, { min = 0, max }: { min?: number; max: number }) {
  return z
    .string(sentence(key))
    .refine(value => !CONTROL_CHARACTERS.test(value), sentence(key))
    .transform(value => value.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim())
    .refine(value => value === '' || VISIBLE.test(value), sentence(key))
    .pipe(z.string().min(min, sentence(key)).max(max, sentence(key)))
}

/** A whole number from 1; forms carry it as digits. */
export function numberFromOne(key: TextKey) {
  const digits = z
    .string()
    .regex(/^\d{1,15}$/, sentence(key))
    .transform(Number)
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

/** Yes or no; forms carry it as a word. */
export const flag = z.union([z.boolean(), z.stringbool()])

/** A list that forms carry as JSON. */
export function jsonList<Item extends z.ZodType>(item: Item, { max }: { max: number }) {
  return z
    .string()
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

/** A refusal that belongs to the product: status 200, its flag false, and why. */
export const refusal = z.object({ success: z.literal(false), message: z.string() })
export const done = z.object({ success: z.literal(true) })
