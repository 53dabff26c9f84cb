import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import { readFrontMatter, withMetadata } from './front.matter.ts'

/**
 * A file as a note: its title is what its front matter tells, or its first heading, or the file's name. A heading that is the
 * whole title does not stand in the text again.
 */
export function noteOfFile(name: string, content: string): { title: string; text: string } {
  const read = readFrontMatter(content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  if (read.own) return { title: shortened(read.title ?? '', NOTE_TITLE_MAX), text: ownText(read.text) }
  const written = read.text.trimStart()
  const [first = ''] = written.split('\n', 1)
  const heading = first.startsWith('# ') ? first.slice(2).trim() : ''
  const title = shortened(read.title ?? (heading || name.replace(/\.[^.]*$/, '')), NOTE_TITLE_MAX)
  const isRepeated = heading !== '' && heading === title
  return { title, text: withMetadata(isRepeated ? written.slice(first.length).trimStart() : read.text, read) }
}

/** Our export ends each file with a line break of its own. */
const ownText = (text: string) => text.replace(/\n$/, '')
