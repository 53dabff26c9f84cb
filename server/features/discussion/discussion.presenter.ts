import type { SharedNoteView } from '#protocol/discussion.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { lastCommentView } from '#server/features/comments/comments.presenter.ts'
import type { ThreadSummary } from '#server/features/comments/threads.reading.ts'
import type { Card } from './card.ts'

interface Shown extends Pick<Card, 'share' | 'note' | 'excerpt' | 'empathyNos' | 'readerNos'> {
  thread: ThreadSummary
}

interface Known {
  /** The author, and who wrote the newest comment. */
  people: ReadonlyMap<number, PersonRecord>
  topicTitles: ReadonlyMap<number, string>
}

/** What every member of the hub may see of a shared note: of its text no more than the first words. */
export function sharedNoteView(
  { share, note, excerpt, thread, empathyNos: reactionNos, readerNos }: Shown,
  { people, topicTitles }: Known,
): SharedNoteView {
  const author = people.get(note.authorNo)
  return {
    noteNo: note.noteNo,
    seq: share.seq,
    articleTitle: note.title,
    subjectTitle: topicTitles.get(note.subjectNo) ?? '',
    author: author?.username ?? '',
    authorNo: note.authorNo,
    profPic: picturePath(author),
    lastUpdate: note.lastUpdate.toISOString(),
    sharedAt: share.sharedAt.toISOString(),
    edited: note.lastUpdate > share.sharedAt,
    noteVersion: note.version,
    excerpt,
    commentCount: thread.count,
    lastComment: lastCommentView(thread.newest, people),
    empathyCount: reactionNos.length,
    empathyNos: [...reactionNos],
    readerNos: inOrder(readerNos),
  }
}

/** So that two announcements of the same readers are the same. */
export function inOrder(userNos: readonly number[]): number[] {
  return userNos.toSorted((a, b) => a - b)
}
