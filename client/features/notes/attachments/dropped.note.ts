import { NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/textLength.ts'
import { appendMetadata, readFrontMatter } from './front.matter.ts'

/** The title comes from the front matter, the first heading or the file name. Removes a heading that equals the title from the text. */
export function noteOfFile(name: string, content: string): { title: string; text: string } {
  const front = readFrontMatter(content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  if (front.own) return { title: truncateText(front.title ?? '', NOTE_TITLE_MAX), text: ownText(front.text) }
  const written = front.text.trimStart()
  const [first = ''] = written.split('\n', 1)
  const heading = first.startsWith('# ') ? first.slice(2).trim() : ''
  const title = truncateText(front.title ?? (heading || name.replace(/\.[^.]*$/, '')), NOTE_TITLE_MAX)
  const isRepeated = heading !== '' && heading === title
  return {
    title,
    text: appendMetadata(isRepeated ? written.slice(first.length).trimStart() : front.text, front),
  }
}

/** Our export appends a line break to each file. */
const ownText = (text: string) => text.replace(/\n$/, '')
