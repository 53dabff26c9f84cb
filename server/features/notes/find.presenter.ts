import type { Viewer } from '#protocol/access.ts'
import type { FoundNoteView } from '#protocol/notes.ts'
import type { Context } from '#server/context.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { Say } from '#server/platform/say.ts'
import type { FoundNotes } from './find.domain.ts'
import { type Around, markedIn } from './find.rules.ts'

const WHOLE_TITLE: Around = { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY }
const EXCERPT: Around = { before: 24, after: 120 }

export async function foundNoteViews(
  { stores }: Context,
  { items, patterns }: FoundNotes,
  viewer: Viewer,
  say: Say,
): Promise<FoundNoteView[]> {
  const [people, topics] = await Promise.all([
    stores.users.people(items.map(note => note.authorNo)),
    stores.topics.titles(items.map(note => note.subjectNo)),
  ])
  return items.map(note => ({
    noteNo: note.noteNo,
    title: markedIn(note.title, patterns.title, WHOLE_TITLE),
    excerpt: markedIn(note.text, patterns.text, EXCERPT),
    author: personOrGone(note.authorNo, people, say).userName,
    isAuthor: note.authorNo === viewer.userNo,
    subjectTitle: topics.get(note.subjectNo) ?? '',
    lastUpdate: note.lastUpdate.toISOString(),
  }))
}
