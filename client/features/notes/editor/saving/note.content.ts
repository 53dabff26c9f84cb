import { encodeText } from '#protocol/encoding.ts'
import { encodedNoteText, noteTitleField } from '#protocol/notes.ts'
import { quickNoteOf } from '#protocol/quickNote.ts'
import { textLength } from '#protocol/textLength.ts'

/** What stands in the fields of an editor: how long it is, whether it can be saved, and how it travels. */

export interface NoteContent {
  title: string
  text: string
}

export function isSameContent(one: NoteContent, other: NoteContent): boolean {
  return one.title === other.title && one.text === other.text
}

const lengths = new WeakMap<NoteContent, number>()

/** How long its text is, as limits count. Several ask at every key. */
export function bodyLength(writing: NoteContent): number {
  const length = lengths.get(writing) ?? textLength(writing.text)
  lengths.set(writing, length)
  return length
}

/** Without a title it takes its first line that has words, as a quick note does; the text stays as it is. */
export function titled(writing: NoteContent): NoteContent {
  if (writing.title.trim() !== '') return writing
  const title = quickNoteOf(withoutControls(writing.text))?.title
  return title === undefined ? writing : { ...writing, title }
}

/** What keeps a writing from being saved. */
export interface ValidationErrors {
  title?: 'notes.titleLength'
  text?: 'notes.bodyLength'
}

export function validationErrorsOf({ title, text }: NoteContent): ValidationErrors {
  return {
    ...(!noteTitleField.safeParse(title).success && { title: 'notes.titleLength' }),
    ...(!encodedNoteText.safeParse(encodeNoteText(text)).success && { text: 'notes.bodyLength' }),
  }
}

// Word processors mark line breaks with vertical tabs, and pages with form feeds; nobody sees them in a text area.
const BREAKS_OF_WORD_PROCESSORS = /[\v\f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they come with pasted text and cannot be saved
const INVISIBLE = /[\u0000-\u0008\u000e-\u001f\u007f]/g

const withoutControls = (text: string) => text.replace(BREAKS_OF_WORD_PROCESSORS, '\n').replace(INVISIBLE, '')

/** A note's text as it travels, without the control characters that pasting brings along. */
export function encodeNoteText(text: string): string {
  return encodeText(withoutControls(text))
}
