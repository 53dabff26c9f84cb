import type { NoteContent } from '#client/features/notes/sync/note.content.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { truncateText } from '#protocol/textLength.ts'

/** Larger than a note, so that the user sees what to cut. Limited, because any website can link here with megabytes of text. */
const SHARED_MAX = 10 * NOTE_BODY_MAX

/**
 * Reads the text that another app shared, from the URL (`share_target` of the manifest). Null if there is none. A title that is too long is
 * truncateText and repeated above the text.
 */
export function readSharedText(search: string): NoteContent | null {
  const params = new URLSearchParams(search)
  const [rawTitle = '', text = '', url = ''] = ['title', 'text', 'url'].map(name =>
    (params.get(name) ?? '').slice(0, SHARED_MAX).replace(/\r\n?/g, '\n').trim(),
  )
  const line = rawTitle.replaceAll('\n', ' ')
  const title = truncateText(line, NOTE_TITLE_MAX)
  // Most apps include the URL in the text.
  const parts = [title === line ? '' : rawTitle, text, text.includes(url) ? '' : url].filter(
    part => part !== '',
  )
  if (title === '' && parts.length === 0) return null
  return { title, text: parts.join('\n\n') }
}
