import { cutFrontMatter } from '#client/features/notes/pasting/front.matter.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { noteTitleField } from '#protocol/notes.ts'
import { plainText } from '#protocol/plainText.ts'
import { shortened } from '#protocol/shortened.ts'
import { cutText } from './import.cutting.ts'
import { withoutExtension } from './import.files.ts'

/** The notes that the text of a file becomes: pure. */

export interface PlannedNote {
  title: string
  /** NFC, and no longer than a note may be. */
  text: string
}

export interface NotedFile {
  /** Its folders, the outermost first, and its name. */
  path: readonly string[]
  /** None of an empty file. */
  notes: readonly PlannedNote[]
}

/** One note, or one for each piece of a long text; none of an empty one. */
export function notesOf(fileName: string, written: string, untitled: string): PlannedNote[] {
  const { title: told, text } = cutFrontMatter(toNfc(written.replace(/\r\n?/g, '\n')).trim())
  if (text === '' && told === null) return []
  const { title, rest } = titleOf({ fileName, untitled }, text, told)
  const pieces = cutText(rest, NOTE_BODY_MAX)
  if (pieces.length <= 1) return [{ title, text: pieces[0] ?? '' }]
  return pieces.map((piece, index) => ({ title: partTitle(title, index + 1, pieces.length), text: piece }))
}

/**
 * What its front matter told, or the first heading, or else the file's name. A heading that is the whole title is not in the
 * text any more.
 */
function titleOf(
  { fileName, untitled }: { fileName: string; untitled: string },
  text: string,
  told: string | null,
): { title: string; rest: string } {
  const [firstLine = '', ...lines] = text.split('\n')
  const heading = /^ {0,3}#[ \t]/.test(firstLine) ? plainText(firstLine) : null
  const rest = lines.join('\n').trim()
  const toldTitle = told && noteTitleField.safeParse(shortened(told, NOTE_TITLE_MAX)).data
  if (toldTitle) return { title: toldTitle, rest: toldTitle === heading ? rest : text }
  if (heading !== null) {
    const title = noteTitleField.safeParse(shortened(heading, NOTE_TITLE_MAX)).data
    if (title !== undefined) return { title, rest: title === heading ? rest : text }
  }
  const named = noteTitleField.safeParse(shortened(withoutExtension(fileName).trim(), NOTE_TITLE_MAX)).data
  return { title: named ?? untitled, rest: text }
}

function partTitle(title: string, at: number, of: number): string {
  const mark = ` (${at}/${of})`
  return shortened(title, NOTE_TITLE_MAX - mark.length) + mark
}
