import type { SharedNoteView } from '#protocol/discussion.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { NoteSummary } from '#server/features/notes/notes.store.ts'
import type { ShareRecord } from '#server/features/shares/shares.store.ts'

/** What every member of the hub may see of a shared note: never its text. */
export function sharedNoteView(
  share: ShareRecord,
  note: NoteSummary,
  author: PersonRecord | undefined,
  subjectTitle: string | undefined,
  commentCount: number,
): SharedNoteView {
  return {
    noteNo: note.noteNo,
    seq: share.seq,
    articleTitle: note.title,
    subjectTitle: subjectTitle ?? '',
    author: author?.username ?? '',
    authorNo: note.authorNo,
    profPic: picturePath(author),
    lastUpdate: note.lastUpdate.toISOString(),
    sharedAt: share.sharedAt.toISOString(),
    edited: note.lastUpdate > share.sharedAt,
    noteVersion: note.version,
    commentCount,
  }
}
