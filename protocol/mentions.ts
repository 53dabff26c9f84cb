/** A user who can be mentioned. */
export interface Named {
  userNo: number
  /** A unique name that never changes. */
  userName: string
}

/** The position of a mention, from its '@' to its end, in UTF-16 units. */
export interface Mention {
  start: number
  end: number
  userNo: number
}

/** Code and web addresses contain no mentions. */
const EXCLUDED = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/gi
/** The local part of an e-mail address. */
const LOCAL_PART = /[a-z0-9._%+\-/@]/i
const LATIN = /[a-z0-9]/i

/**
 * The mentions in a plain text, in order: '@' and the longest matching name, which a particle may follow directly.
 * Case-insensitive.
 */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  if (!text.includes('@')) return []
  const candidates = groupByFirstCharacter(people)
  const excludedRanges = [...text.matchAll(EXCLUDED)].map(({ 0: { length }, index }) => ({
    index,
    end: index + length,
  }))
  const mentions: Mention[] = []
  for (let start = text.indexOf('@'); start >= 0; start = text.indexOf('@', start + 1)) {
    if (!canBeMention(text, start)) continue
    if (excludedRanges.some(({ index, end }) => start >= index && start < end)) continue
    const person = candidates
      .get(firstCharacter(text, start + 1))
      ?.find(({ userName }) => isNameAt(text, start + 1, userName))
    if (person) mentions.push({ start, end: start + 1 + person.userName.length, userNo: person.userNo })
  }
  return mentions
}

/** Users by the first character of their names, the longest names first. */
function groupByFirstCharacter(people: readonly Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>()
  for (const person of people.toSorted((a, b) => b.userName.length - a.userName.length)) {
    const character = firstCharacter(person.userName, 0)
    groups.set(character, [...(groups.get(character) ?? []), person])
  }
  return groups
}

function firstCharacter(text: string, at: number): string {
  return text.charAt(at).toLowerCase()
}

/** Whether the '@' at this position may start a mention and is not part of an e-mail address. */
export function canBeMention(text: string, at: number): boolean {
  return at === 0 || !LOCAL_PART.test(text.charAt(at - 1))
}

/** A name that ends in a Latin letter must end with the word: '@minho' does not mention 'min'. */
function isNameAt(text: string, from: number, name: string): boolean {
  const end = from + name.length
  const continuesWord = LATIN.test(name.slice(-1)) && LATIN.test(text.charAt(end))
  return !continuesWord && text.slice(from, end).toLowerCase() === name.toLowerCase()
}
