/**
 * What ends an address wherever it stands: blanks, invisible signs, quotation marks, emphasis, the punctuation of Korean print, and
 * emoji.
 */
const STOP =
  /[\s<>"`*\\^{}|\u00ab\u00bb\u200b-\u200f\u2018-\u201f\u2026\u202a-\u202e\u2060-\u2069\u3000-\u303f\ud83c-\ud83e\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/
const HOST_START = /[\p{L}\p{N}]/u
/** Syllables, and single letters as in `ㅋㅋ`. */
const HANGUL = /[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]/
const LETTER_OR_DIGIT = /[a-z0-9]/i
const HOST_END = /[/?#]/
/** Parts of an address are read each on its own: of a path, of a query. */
const PART_START = /[/?#&=]/
const BRACKETS = new Map([
  ['(', ')'],
  ['[', ']'],
])
const TRAILING = /[?!.,:;_~'&\u2013\u2014\u00b7]/
/** Before Hangul they belong to the sentence. */
const SENTENCE = /[!,;']/
const HANGUL_TOP_DOMAIN = /\.(?:한국|닷컴|닷넷)$/
/** A part of a host that is more than the beginning of the next sentence. */
const HANGUL_LABEL = /^(?:한국|닷컴|닷넷|[\uac00-\ud7a3-]{1,20}\.[a-z0-9\uac00-\ud7a3])/i
const LABEL_MAX = 22
const PARTICLE =
  /^(?:은|는|이|가|을|를|에|에서|에는|에도|에만|에서는|에서도|에게|로|으로|로는|으로는|로도|으로도|와|과|랑|이랑|하고|의|도|만|까지|부터|마다|처럼|보다|나|이나|라는|라고|이라는|이라고|라서|이라서|이며|이고|인데|입니다|입니까|이에요|예요|이다|이요|요)$/
/** No particle is longer; nor is a bracket within an address much longer. */
const PARTICLE_MAX = 4
const BRACKET_MAX = 100

/**
 * How many characters from `start` belong to the bare address that begins there. Brackets belong to it in pairs. Trailing punctuation
 * and Korean particles stay with the sentence; `docs/markdown.md` has the rules. One pass, linear.
 */
export function measureAddress(text: string, start: number, end: number): number {
  if (!HOST_START.test(text.charAt(start))) return 0
  let isInHost = true
  let hasHangul = false
  let position = start
  while (position < end) {
    const character = text.charAt(position)
    if (STOP.test(character) || character === ')' || character === ']') break
    const closing = BRACKETS.get(character)
    if (closing !== undefined) {
      const closed = isInHost ? -1 : endOfBracket(text, position, end, closing)
      if (closed < 0) break
      position = closed
      // What follows is a particle, as after a letter.
      if (HANGUL.test(text.charAt(position))) break
      continue
    }
    if (HANGUL.test(character)) {
      if (endsBefore(text, position, end, { start, isInHost, hasHangul })) break
      hasHangul = true
    } else if (PART_START.test(character)) {
      hasHangul = false
      if (HOST_END.test(character)) isInHost = false
    }
    position++
  }
  while (position > start && TRAILING.test(text.charAt(position - 1))) position--
  const slash = text.lastIndexOf('/', position - 1)
  if (slash > start && PARTICLE.test(text.slice(slash + 1, Math.min(position, slash + 1 + PARTICLE_MAX + 1))))
    position = slash + 1
  return position - start
}

interface Before {
  start: number
  isInHost: boolean
  /** Whether the same part of the address has Hangul before. */
  hasHangul: boolean
}

/** Whether Hangul at `position` belongs to the sentence around the address. */
function endsBefore(text: string, position: number, end: number, before: Before): boolean {
  const previous = text.charAt(position - 1)
  if (SENTENCE.test(previous)) return true
  if (before.isInHost) {
    if (previous === '.' && !before.hasHangul)
      return !HANGUL_LABEL.test(text.slice(position, Math.min(end, position + LABEL_MAX)))
    const isBehindTopDomain = HANGUL_TOP_DOMAIN.test(
      text.slice(Math.max(before.start, position - 3), position),
    )
    return LETTER_OR_DIGIT.test(previous) || isBehindTopDomain
  }
  if (previous === '.') return !before.hasHangul
  if (!LETTER_OR_DIGIT.test(previous)) return false
  let runEnd = position
  while (runEnd < end && runEnd - position <= PARTICLE_MAX && HANGUL.test(text.charAt(runEnd))) runEnd++
  // As in `2002년_월드컵`.
  if (/^_[\p{L}\p{N}(]/u.test(text.slice(runEnd, Math.min(end, runEnd + 2)))) return false
  return !before.hasHangul || PARTICLE.test(text.slice(position, runEnd))
}

/**
 * Behind the bracket that closes the one at `position`; -1 where none does, or where it explains the address rather than being part of
 * it.
 */
function endOfBracket(text: string, position: number, end: number, closing: string): number {
  const opening = text.charAt(position)
  if (LETTER_OR_DIGIT.test(text.charAt(position - 1)) && HANGUL.test(text.charAt(position + 1))) return -1
  let depth = 0
  for (let at = position; at < Math.min(end, position + BRACKET_MAX); at++) {
    const character = text.charAt(at)
    if (STOP.test(character)) return -1
    if (character === opening) depth++
    else if (character === closing && --depth === 0) return at + 1
  }
  return -1
}

/** Addresses that begin without a scheme; the group is a mail's name. */
export const WWW_OR_MAIL =
  /(?<![a-z0-9@./_%+-])(?:www\.[a-z0-9-]+\.[a-z0-9]|([a-z0-9][a-z0-9._%+-]{0,63})@(?:[a-z0-9-]+\.){1,8}[a-z]{2,24})/gi
