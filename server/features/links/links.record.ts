/** A link of a note to another note of its author, stored with the note. */
export interface NoteLinkRecord {
  /** The words of the link (`linkKeyOf`), or the address of the note. */
  key: string
  /** Stays when the note is renamed. Absent while there is no such note. */
  noteNo?: number
  /** The note was found by the words before `#`. */
  hasHeading?: true
  /** Titles that the words may mean (`titlesOf`), as keys. Only without a note: it may be created later. */
  titles?: string[]
}
