/** What ends an address wherever it stands: blanks, quotation marks, emphasis, and the punctuation of Korean print. */
const STOP =
  /[\s<>"`*\\^{}|\u2018-\u201f\u2026\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/
const HOST_START = /[\p{L}\p{N}]/u
const HANGUL = /[\uac00-\ud7a3]/
const TRAILING = /[?!.,:;_~'&]/
/** Particles that follow an address ending in a slash; after a letter any Hangul ends the address. */
const PARTICLE_AFTER_SLASH =
  /\/(?:은|는|이|가|을|를|에|에서|에는|에도|로|으로|와|과|의|도|만|까지|부터|처럼|보다|라는|라고|이라는|이라고|입니다|이에요|예요|이다)$/

/**
 * How many characters from `start` belong to the bare address that begins there. Takes a closing bracket only with
 * its opening one, and leaves trailing punctuation and Korean particles to the sentence. One pass, linear.
 */
export function measureAddress(text: string, start: number, end: number): number {
  if (!HOST_START.test(text.charAt(start))) return 0
  let depth = 0
  let position = start
  for (; position < end; position++) {
    const character = text.charAt(position)
    if (STOP.test(character)) break
    if (character === '(' || character === '[') depth++
    else if ((character === ')' || character === ']') && --depth < 0) break
    else if (HANGUL.test(character) && /[a-z0-9]/i.test(text.charAt(position - 1))) break
  }
  while (position > start && TRAILING.test(text.charAt(position - 1))) position--
  const particle = PARTICLE_AFTER_SLASH.exec(text.slice(Math.max(start, position - 8), position))
  if (particle !== null) position -= particle[0].length - 1
  return position - start
}
