import type { QueryClient } from '@tanstack/react-query'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { partsOf, seriesQuery } from '#client/features/notes/series/series.queries.ts'
import { decodeText } from '#protocol/encoding.ts'
import { noteText } from '#protocol/noteText.ts'
import { anchorPassage, passageAt } from '#protocol/passageAnchor.ts'
import { type Passage, passageKey } from '#protocol/passages.ts'
import { wholeText } from '#protocol/seriesText.ts'

/** The passage in the newest text of the note. Null if the text does not contain it, or has it at the same place. */
export async function findPassage(
  cache: QueryClient,
  noteNo: number,
  passage: Passage | undefined,
): Promise<Passage | null> {
  if (passage === undefined) return null
  // The callers tell the user, and try again.
  const note = await cache.fetchQuery({ ...noteQuery(noteNo), staleTime: 0, retry: false })
  const series =
    note.series &&
    (await cache.fetchQuery({ ...seriesQuery(note.series.headNo), staleTime: 0, retry: false }))
  const text = noteText(series ? wholeText(partsOf(series)) : decodeText(note.text))
  const place = anchorPassage(text, passage)
  const found = place ? passageAt(text, place.start, place.end, note.version) : null
  return found && passageKey(found) !== passageKey(passage) ? found : null
}
