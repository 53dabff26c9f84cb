import type { SharedNoteView } from '#protocol/discussion.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { lastCommentView } from '#server/features/comments/comments.presenter.ts'
import type { ThreadSummary } from '#server/features/comments/threads.repository.ts'
import type { Card } from './cards.repository.ts'

interface SharedNoteInput extends Pick<Card, 'share' | 'note' | 'excerpt' | 'reactionUserNos' | 'readerNos'> {
  thread: ThreadSummary
}

interface Known {
  /** Authors, and writers of the newest comments. */
  people: ReadonlyMap<number, PersonRecord>
  topicTitles: ReadonlyMap<number, string>
}

/** The shared note as members see it: an excerpt of the text only. */
export function sharedNoteView(
  { share, note, excerpt, thread, reactionUserNos, readerNos }: SharedNoteInput,
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
    empathyCount: reactionUserNos.length,
    empathyNos: [...reactionUserNos],
    readerNos: sorted(readerNos),
  }
}

/** Sorted, so that equal events compare equal. */
export function sorted(userNos: readonly number[]): number[] {
  return userNos.toSorted((a, b) => a - b)
}
