import type { Viewer } from '#protocol/access.ts'
import type { PersonView } from '#protocol/accounts.ts'
import { encodeText } from '#protocol/encoding.ts'
import type { NoteVersionView } from '#protocol/noteHistory.ts'
import type { NoteItemView, NoteLine, NoteView } from '#protocol/notes.ts'
import type { EarlierVersionRecord } from './history.store.ts'
import type { ListedNote } from './notes.domain.ts'
import { firstWordsOf } from './notes.excerpt.ts'
import type { NoteInList, NoteRecord } from './notes.store.ts'

export function noteItemView(note: ListedNote): NoteItemView {
  return {
    noteNo: note.noteNo,
    title: note.title,
    excerpt: firstWordsOf(note.beginning),
    createdAt: note.createdAt.toISOString(),
    lastUpdate: note.lastUpdate.toISOString(),
    length: note.textLength,
    isPinned: note.pinned ?? false,
    sharedCount: note.sharedCount,
  }
}

/** A note of whichever topic. */
export function noteLineView(
  { noteNo, title, subjectNo, lastUpdate, beginning }: NoteInList,
  topicTitles: ReadonlyMap<number, string>,
): NoteLine {
  return {
    noteNo,
    title,
    excerpt: firstWordsOf(beginning),
    subjectTitle: topicTitles.get(subjectNo) ?? '',
    lastUpdate: lastUpdate.toISOString(),
  }
}

export function noteView(
  note: NoteRecord,
  author: PersonView,
  subjectTitle: string,
  viewer: Viewer,
): NoteView {
  const isAuthor = note.authorNo === viewer.userNo
  return {
    success: true,
    noteNo: note.noteNo,
    title: note.title,
    author: author.userName,
    authorNo: note.authorNo,
    isAuthor,
    profPic: author.profPic,
    text: encodeText(note.text),
    lastUpdate: note.lastUpdate.toISOString(),
    version: note.version,
    subjectNo: isAuthor ? note.subjectNo : null,
    subjectTitle,
  }
}

/** What is there now, for somebody who saved over an older version. */
export function conflictView(note: NoteRecord, message: string) {
  return {
    success: false as const,
    conflict: true as const,
    message,
    title: note.title,
    text: encodeText(note.text),
    version: note.version,
    lastUpdate: note.lastUpdate.toISOString(),
  }
}

export function versionView({
  version,
  title,
  text,
  textLength,
  lastUpdate,
}: EarlierVersionRecord): NoteVersionView {
  return { version, title, text: encodeText(text), length: textLength, lastUpdate: lastUpdate.toISOString() }
}
