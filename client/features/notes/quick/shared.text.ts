import type { NoteContent } from '#client/features/notes/editor/saving/note.content.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'

/** Far more than a note takes, so that its person sees that it is too long and what to leave out; any page may lead here with megabytes. */
const SHARED_MAX = 10 * NOTE_BODY_MAX

/**
 * What another app has sent into a new note, as it stands in the address (`share_target` of the manifest); null when nothing. Of
 * a title that is too long nothing is lost: then it stands above the text, too.
 */
export function sharedText(search: string): NoteContent | null {
  const sent = new URLSearchParams(search)
  const [whole = '', text = '', url = ''] = ['title', 'text', 'url'].map(name =>
    (sent.get(name) ?? '').slice(0, SHARED_MAX).replace(/\r\n?/g, '\n').trim(),
  )
  const line = whole.replaceAll('\n', ' ')
  const title = shortened(line, NOTE_TITLE_MAX)
  // Most apps send the address within the text.
  const parts = [title === line ? '' : whole, text, text.includes(url) ? '' : url].filter(part => part !== '')
  if (title === '' && parts.length === 0) return null
  return { title, text: parts.join('\n\n') }
}
