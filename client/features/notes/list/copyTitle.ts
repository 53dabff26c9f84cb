import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/textLength.ts'

/** Appends `mark` to a title and shortens the title so that both fit. */
export function copyTitle(title: string, mark: string): string {
  return `${truncateText(title, NOTE_TITLE_MAX - mark.length - 1)} ${mark}`
}
