import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import { cutFrontMatter } from './front.matter.ts'

/** More is no note's text. */
export const TEXT_FILE_BYTES_MAX = 1024 * 1024

export function isPictureFile({ type }: File): boolean {
  return type.startsWith('image/')
}

export function isTextFile({ name, type }: File): boolean {
  return /\.(?:md|markdown|txt)$/i.test(name) || type === 'text/markdown'
}

/**
 * A file as a note: its title is what its front matter tells, or its first heading, or the file's name. A heading that is the
 * whole title does not stand in the text again.
 */
export function noteOfFile(name: string, content: string): { title: string; text: string } {
  const { title: told, text } = cutFrontMatter(content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  const written = text.trimStart()
  const [first = ''] = written.split('\n', 1)
  const heading = first.startsWith('# ') ? first.slice(2).trim() : ''
  const title = shortened(told ?? (heading || name.replace(/\.[^.]*$/, '')), NOTE_TITLE_MAX)
  return {
    title,
    text: heading !== '' && heading === title ? written.slice(first.length).trimStart() : text,
  }
}
