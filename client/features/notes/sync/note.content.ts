import { encodeText } from '#protocol/encoding.ts'
import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { textLength, truncateText } from '#protocol/normalization.ts'
import { encodedNoteText, noteTitleField } from '#protocol/notes.ts'
import { parseQuickNote } from '#protocol/plainText.ts'
import { removeControls } from '#protocol/savedForm.ts'

export interface NoteContent {
  title: string
  text: string
}

export function isSameContent(one: NoteContent, other: NoteContent): boolean {
  return one.title === other.title && one.text === other.text
}

const lengths = new WeakMap<NoteContent, number>()

/** Length of the text as the limits count it. Cached, because several components read it at every key press. */
export function bodyLength(content: NoteContent): number {
  const length = lengths.get(content) ?? textLength(content.text)
  lengths.set(content, length)
  return length
}

/** Fills an empty title from the first line with words, as quick notes do. The text is unchanged. */
export function withTitle(content: NoteContent): NoteContent {
  if (content.title.trim() !== '') return content
  const title = parseQuickNote(removeControls(content.text))?.title
  return title === undefined ? content : { ...content, title }
}

interface ValidationErrors {
  title?: 'notes.titleLength'
  text?: 'notes.bodyLength'
}

export function validationErrorsOf({ title, text }: NoteContent): ValidationErrors {
  return {
    ...(!noteTitleField.safeParse(title).success && { title: 'notes.titleLength' }),
    ...(!encodedNoteText.safeParse(encodeNoteText(text)).success && { text: 'notes.bodyLength' }),
  }
}

/** Encodes the text for the API, without control characters, which pasted text may contain and the server rejects. */
export function encodeNoteText(text: string): string {
  return encodeText(removeControls(text))
}

/** Appends `mark` to a title and shortens the title so that both fit. */
export function copyTitle(title: string, mark: string): string {
  return `${truncateText(title, NOTE_TITLE_MAX - mark.length - 1)} ${mark}`
}
