import { NOTE_TITLE_MAX } from '#protocol/limits.ts'

/** What other programs write above a note: lines of YAML between two rules. */
const BLOCK = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/
/** A key, something below it, a remark or nothing: a paragraph between two rules is none of these. */
const YAML_LINE = /^(?:[\w-]{1,40}:(?:[ \t]|$)|[ \t]|-[ \t]|#|$)/
const TITLE_LINE = /^title:[ \t]+(\S.*)$/im
const QUOTED = /^(["'])(.*)\1$/

/**
 * A text without the front matter above it, and the title which that tells; null where it tells none. One that is longer than a
 * note's title may be stands above the text, as a heading, so that nothing of it is lost.
 */
export function cutFrontMatter(written: string): { title: string | null; text: string } {
  const [block, lines = ''] = BLOCK.exec(written) ?? []
  if (block === undefined || !lines.split('\n').every(line => YAML_LINE.test(line)))
    return { title: null, text: written }
  const value = TITLE_LINE.exec(lines)?.[1]?.trim() ?? ''
  const title = QUOTED.exec(value)?.[2]?.trim() ?? value
  const text = written.slice(block.length).trimStart()
  if (title.length > NOTE_TITLE_MAX) return { title: null, text: underHeading(title, text) }
  return { title: title === '' ? null : title, text }
}

/** Many programs write it there as well. */
function underHeading(title: string, text: string): string {
  const heading = `# ${title}`
  return text.startsWith(heading) ? text : `${heading}\n\n${text}`.trimEnd()
}
