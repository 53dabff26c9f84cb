/** Somebody who can be mentioned. */
export interface Named {
  userNo: number
  /** Of its own: nobody else has it, and it never changes. */
  userName: string
}

/** A name in a text, from its '@' up to its end, in UTF-16 units. */
export interface Mention {
  start: number
  end: number
  userNo: number
}

/** Where a name is none: code, as in notes, and web addresses. */
const NO_NAMES = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/gi
/** What stands before the '@' of an e-mail address. */
const BEFORE_ADDRESS = /[a-z0-9._%+\-/@]/i
const LATIN = /[a-z0-9]/i

/**
 * The mentions in a plain text, in their order: '@' and a name, the longest that fits, so a particle may follow at once.
 * Capitals are not told apart.
 */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  if (!text.includes('@')) return []
  const candidates = byFirstSign(people)
  const closed = [...text.matchAll(NO_NAMES)].map(({ 0: { length }, index }) => ({
    index,
    end: index + length,
  }))
  const mentions: Mention[] = []
  for (let start = text.indexOf('@'); start >= 0; start = text.indexOf('@', start + 1)) {
    if (!canBeMention(text, start)) continue
    if (closed.some(({ index, end }) => start >= index && start < end)) continue
    const person = candidates
      .get(firstSign(text, start + 1))
      ?.find(({ userName }) => isNameAt(text, start + 1, userName))
    if (person) mentions.push({ start, end: start + 1 + person.userName.length, userNo: person.userNo })
  }
  return mentions
}

/** The people whose names begin with the same sign, the longest names first. */
function byFirstSign(people: readonly Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>()
  for (const person of people.toSorted((a, b) => b.userName.length - a.userName.length)) {
    const sign = firstSign(person.userName, 0)
    groups.set(sign, [...(groups.get(sign) ?? []), person])
  }
  return groups
}

function firstSign(text: string, at: number): string {
  return text.charAt(at).toLowerCase()
}

/** Whether the '@' at a place may begin a name, and is not that of an e-mail address. */
export function canBeMention(text: string, at: number): boolean {
  return at === 0 || !BEFORE_ADDRESS.test(text.charAt(at - 1))
}

/** A name that ends in a Latin letter ends where the word does: 'min' is not mentioned by '@minho'. */
function isNameAt(text: string, from: number, name: string): boolean {
  const end = from + name.length
  const runsOn = LATIN.test(name.slice(-1)) && LATIN.test(text.charAt(end))
  return !runsOn && text.slice(from, end).toLowerCase() === name.toLowerCase()
}
