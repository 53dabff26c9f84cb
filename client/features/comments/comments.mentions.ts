import { completionPattern, escapeForRegExp, syllablesOf } from '#protocol/hangul.ts'
import { USERNAME_MAX } from '#protocol/limits.ts'
import { canBeMention, type Named } from '#protocol/mentions.ts'
import { toNfc } from '#protocol/normalization.ts'
import { searchTextOf } from '#protocol/searchText.ts'

const CHOICES_MAX = 5

/** A mention that is being typed, from its '@' to the caret. */
export interface TypedMention {
  start: number
  end: number
  query: string
}

/** The unfinished mention at the caret, if there is one. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const before = text.slice(0, caret)
  const line = before.lastIndexOf('\n') + 1
  const start = before.lastIndexOf('@')
  if (start < line || caret - start - 1 > USERNAME_MAX || !canBeMention(text, start)) return null
  const query = before.slice(start + 1)
  return query.startsWith(' ') ? null : { start, end: caret, query }
}

/**
 * Members whose names match the query by syllables or initial consonants, also while the last syllable is
 * unfinished. Names that begin with the query come first.
 */
export function suggestMentions<Person extends Named>(query: string, people: readonly Person[]): Person[] {
  const characters = [...searchTextOf(toNfc(query))]
  const patterns = characters.map(
    (character, at) =>
      syllablesOf(character) ??
      (at === characters.length - 1 ? completionPattern(character) : null) ??
      escapeForRegExp(character),
  )
  const pattern = new RegExp(patterns.join(''))
  return people
    .flatMap(person => {
      const found = searchTextOf(person.userName).search(pattern)
      return found < 0 ? [] : [{ person, isPrefix: found === 0 }]
    })
    .sort((a, b) => Number(b.isPrefix) - Number(a.isPrefix))
    .slice(0, CHOICES_MAX)
    .map(({ person }) => person)
}
