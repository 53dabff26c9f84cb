import { literally, syllablesOf, unfinished } from '#protocol/hangul.ts'
import { USERNAME_MAX } from '#protocol/limits.ts'
import { canBeMention, type Named } from '#protocol/mentions.ts'
import { toNfc } from '#protocol/normalization.ts'
import { searchTextOf } from '#protocol/searchText.ts'

/** More would push away what is talked about. */
const CHOICES_MAX = 5

/** A name that is being typed: from its '@' up to the caret. */
export interface Typed {
  start: number
  end: number
  /** What is typed of it so far. */
  query: string
}

/** The name that is being typed at a place of a text, if one is. */
export function typedAt(text: string, caret: number): Typed | null {
  const before = text.slice(0, caret)
  const line = before.lastIndexOf('\n') + 1
  const start = before.lastIndexOf('@')
  if (start < line || caret - start - 1 > USERNAME_MAX || !canBeMention(text, start)) return null
  const query = before.slice(start + 1)
  return query.startsWith(' ') ? null : { start, end: caret, query }
}

/**
 * Whose names go with what is typed, by syllables or their initial consonants, also while a syllable is not finished; those
 * that begin with it first.
 */
export function choicesFor<Person extends Named>(query: string, people: readonly Person[]): Person[] {
  const signs = [...searchTextOf(toNfc(query))]
  const patterns = signs.map(
    (sign, at) => syllablesOf(sign) ?? (at === signs.length - 1 ? unfinished(sign) : null) ?? literally(sign),
  )
  const pattern = new RegExp(patterns.join(''))
  return people
    .flatMap(person => {
      const found = searchTextOf(person.userName).search(pattern)
      return found < 0 ? [] : [{ person, begins: found === 0 }]
    })
    .sort((a, b) => Number(b.begins) - Number(a.begins))
    .slice(0, CHOICES_MAX)
    .map(({ person }) => person)
}
