/** Table cells are separated by tabs, all other blocks by line breaks. */
type Separator = '\n' | '\t'

/**
 * Joins the texts of blocks. A separator is only added between two texts, so that empty blocks and cells add nothing, and the
 * result is never much longer than its source.
 */
export class TextJoiner {
  text = ''
  #pending: Separator | null = null
  /** Not read from the text: engines join the parts of a string when it is read, which would copy all of it with each part. */
  #endsWithBreak = false

  /** Begins or ends a block. */
  separate(separator: Separator): void {
    if (this.#pending !== '\n') this.#pending = separator
  }

  /** Appends a text and returns its position. */
  append(part: string): number {
    if (part === '') return this.text.length
    // The text of a code block ends with a line break of its own.
    const isSeparated = this.text === '' || (this.#pending === '\n' && this.#endsWithBreak)
    if (this.#pending !== null && !isSeparated) this.text += this.#pending
    this.#pending = null
    const start = this.text.length
    this.text += part
    this.#endsWithBreak = part.endsWith('\n')
    return start
  }
}
