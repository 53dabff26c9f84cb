import { isLaterPart } from '#protocol/access.ts'
import { RequestError } from '#server/platform/errors.ts'
import type { WithSeries } from './series.record.ts'

/** Throws for a later part: it is shared, published, pinned and moved with the first one. Returns the note. */
export function requireHead<Note extends WithSeries & { noteNo: number }>(note: Note): Note {
  if (isLaterPart(note)) throw new RequestError('invalid', { sentence: 'notes.laterPart' })
  return note
}
