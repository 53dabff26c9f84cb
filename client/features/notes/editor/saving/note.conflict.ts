import { copyTitle } from '#client/features/notes/list/note.copies.ts'
import { t } from '#client/platform/language/language.ts'
import { toNfc } from '#protocol/normalization.ts'
import type { NoteContent } from './note.content.ts'

/** Their text, a rule, and mine under a line that says so; with my title where it differs. */
export function bothInOne(mine: NoteContent, theirs: NoteContent): NoteContent {
  const head = mine.title === theirs.title ? '' : `: ${mine.title}`
  const text = [theirs.text, '---', `**${t('notes.conflictMine')}**${head}`, mine.text].join('\n\n')
  return { title: theirs.title, text }
}

/** My text as a note of its own, whose title says so. */
export function asCopy({ title, text }: NoteContent): NoteContent {
  return { title: copyTitle(toNfc(title).trim(), t('notes.conflictCopyTitle')), text }
}
