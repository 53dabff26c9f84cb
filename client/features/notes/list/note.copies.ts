import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'

/** The title with a mark behind it, cut so that both fit. */
export function copyTitle(title: string, mark: string): string {
  return `${shortened(title, NOTE_TITLE_MAX - mark.length - 1)} ${mark}`
}
