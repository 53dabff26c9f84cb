import { cutFrontMatter } from '#client/features/notes/pasting/front.matter.ts'
import { t } from '#client/platform/language/language.ts'
import { IMPORT_NOTES_MAX, NOTE_BODY_MAX, NOTE_TITLE_MAX, TOPIC_TITLE_MAX } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'
import { noteTitleField } from '#protocol/notes.ts'
import { plainText } from '#protocol/plainText.ts'
import { shortened } from '#protocol/shortened.ts'
import { topicTitleField } from '#protocol/topics.ts'
import { cutText } from './import.cutting.ts'
import { type SkippedFile, type TextFile, withoutExtension } from './import.files.ts'

/** What will be made of the files, before anything is. */

export interface PlannedNote {
  title: string
  /** NFC, and no longer than a note may be. */
  text: string
}

export interface PlannedTopic {
  title: string
  notes: readonly PlannedNote[]
}

export interface ImportPlan {
  topics: readonly PlannedTopic[]
  /** Of so many files a note could not hold the whole text. */
  cutFiles: number
  skipped: readonly SkippedFile[]
}

/** Folders become topics, what lies in none comes under `looseTitle`. The files keep their order. */
export function planImport(files: readonly TextFile[], looseTitle: string): ImportPlan {
  const topics = new Map<string, PlannedNote[]>()
  const skipped: SkippedFile[] = []
  const depth = commonDepth(files)
  let cutFiles = 0
  let count = 0
  for (const { path, text } of files) {
    const notes = notesOf(path.at(-1) ?? '', text)
    const name = path.join('/')
    if (notes.length === 0) skipped.push({ name, why: 'empty' })
    else if (count + notes.length > IMPORT_NOTES_MAX) skipped.push({ name, why: 'tooMany' })
    else {
      const title = topicTitle(path.slice(depth, -1)) ?? looseTitle
      topics.set(title, [...(topics.get(title) ?? []), ...notes])
      count += notes.length
      if (notes.length > 1) cutFiles += 1
    }
  }
  return { topics: Array.from(topics, ([title, notes]) => ({ title, notes })), cutFiles, skipped }
}

/** A folder around all the others says nothing: archives are often made of one. */
function commonDepth(files: readonly TextFile[]): number {
  const [first] = files
  const isAround =
    first !== undefined && files.every(({ path }) => path[0] === first.path[0] && path.length > 1)
  return isAround && files.some(({ path }) => path.length > 2) ? 1 : 0
}

/** Of folders within folders all, or as many of the innermost as a title holds; null for no folder. */
function topicTitle(folders: readonly string[]): string | null {
  for (let from = 0; from < folders.length; from++) {
    const title = topicTitleField.safeParse(folders.slice(from).join(' / ')).data
    if (title !== undefined) return title
  }
  return topicTitleField.safeParse(shortened(folders.at(-1) ?? '', TOPIC_TITLE_MAX)).data ?? null
}

/** One note, or one for each piece of a long text; none of an empty one. */
function notesOf(fileName: string, written: string): PlannedNote[] {
  const { title: told, text } = cutFrontMatter(toNfc(written.replace(/\r\n?/g, '\n')).trim())
  if (text === '' && told === null) return []
  const { title, rest } = titleOf(fileName, text, told)
  const pieces = cutText(rest, NOTE_BODY_MAX)
  if (pieces.length <= 1) return [{ title, text: pieces[0] ?? '' }]
  return pieces.map((piece, index) => ({ title: partTitle(title, index + 1, pieces.length), text: piece }))
}

/**
 * What its front matter told, or the first heading, or else the file's name. A heading that is the whole title is not in the
 * text any more.
 */
function titleOf(fileName: string, text: string, told: string | null): { title: string; rest: string } {
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
  return { title: named ?? t('notes.untitled'), rest: text }
}

function partTitle(title: string, at: number, of: number): string {
  const mark = ` (${at}/${of})`
  return shortened(title, NOTE_TITLE_MAX - mark.length) + mark
}
