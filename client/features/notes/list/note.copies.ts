import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'

/** The title with a mark behind it, cut so that both fit. */
export function copyTitle(title: string, mark: string): string {
  return `${shortened(title, NOTE_TITLE_MAX - mark.length - 1)} ${mark}`
}

/** What file systems do not take in a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced here
const NOT_IN_NAMES = /[\\/:*?"<>|\u0000-\u001f]/g

/** The note as a Markdown file: its title as the first heading, then its text. */
export function markdownFile(title: string, text: string): File {
  // Windows takes no dot at the end, and elsewhere one in front hides the file.
  const name = title.replace(NOT_IN_NAMES, '_').replace(/^\./, '_').replace(/[. ]$/, '_')
  return new File([`# ${title}\n\n${text}\n`], `${name}.md`, { type: 'text/markdown' })
}
