import type { ShareableNote } from '#protocol/shares.ts'
import { firstWordsOf } from '#server/features/notes/notes.excerpt.ts'
import type { NoteInList } from '#server/features/notes/notes.store.ts'

export function shareableNoteView(
  { noteNo, title, subjectNo, lastUpdate, beginning }: NoteInList,
  topicTitles: ReadonlyMap<number, string>,
): ShareableNote {
  return {
    noteNo,
    title,
    excerpt: firstWordsOf(beginning),
    subjectTitle: topicTitles.get(subjectNo) ?? '',
    lastUpdate: lastUpdate.toISOString(),
  }
}
