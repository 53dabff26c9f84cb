import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import type { Auth } from '#client/session/session.ts'
import type { SharedNotePage } from '#protocol/discussion.ts'
import type { NotePage, NoteView } from '#protocol/notes.ts'

/** The header fields of a note. Without `profPic` it is unknown whether the author has a picture. */
export type NoteHeader = Pick<NoteView, 'title' | 'subjectTitle' | 'author' | 'authorNo' | 'lastUpdate'> &
  Partial<Pick<NoteView, 'profPic'>>

/** The header from a cached list that contains the note, shown while the note loads. */
export function placeholderHeader(cache: QueryClient, noteNo: number, hubNo: number | null, me: Auth) {
  return hubNo === null ? headerInTopic(cache, noteNo, me) : headerInHub(cache, noteNo, hubNo)
}

/** A topic lists only the user's own notes. */
function headerInTopic(cache: QueryClient, noteNo: number, me: Auth): NoteHeader | undefined {
  for (const page of cachedPages<NotePage>(cache, noteKeys.pages)) {
    const note = page.notes.find(listed => listed.noteNo === noteNo)
    if (note) return { ...note, subjectTitle: page.subjectTitle, author: me.username, authorNo: me.userNo }
  }
}

function headerInHub(cache: QueryClient, noteNo: number, hubNo: number): NoteHeader | undefined {
  for (const page of cachedPages<SharedNotePage>(cache, ['discussion', hubNo])) {
    const note = page.notes.find(shared => shared.noteNo === noteNo)
    if (note) return { ...note, title: note.articleTitle }
  }
}

function cachedPages<Page>(cache: QueryClient, queryKey: QueryKey): Page[] {
  return cache.getQueriesData<Page>({ queryKey }).flatMap(([, page]) => page ?? [])
}
