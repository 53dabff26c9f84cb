import { toNfc } from './normalization.ts'

interface Written {
  title: string
  text: string
}

// Word processors use vertical tabs for line breaks and form feeds for page breaks; both are invisible in a text area.
const WORD_PROCESSOR_BREAKS = /[\v\f]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they come with pasted text and cannot be saved
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001f\u007f]/g

/** Without the control characters that pasted text may contain and that no note has. */
export const removeControls = (text: string) =>
  text.replace(WORD_PROCESSOR_BREAKS, '\n').replace(CONTROL_CHARACTERS, '')

/** Whether saving what was typed would leave the saved note as it is: a save trims the title and normalizes both. */
export function isSavedAs(written: Written, saved: Written): boolean {
  return (
    (written.title === saved.title || savedTitle(written.title) === savedTitle(saved.title)) &&
    (written.text === saved.text || savedText(written.text) === savedText(saved.text))
  )
}

/** Returns the title and text as the server stores them. */
export const toSaved = ({ title, text }: Written): Written => ({
  title: savedTitle(title),
  text: savedText(text),
})

const savedTitle = (title: string) => toNfc(removeControls(title).toWellFormed()).replace(/\s+/g, ' ').trim()
const savedText = (text: string) => toNfc(removeControls(text).toWellFormed())
