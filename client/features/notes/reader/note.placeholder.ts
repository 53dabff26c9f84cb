import type { QueryClient } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import type { Auth } from '#client/session/session.ts'
import type { SharedNotePage } from '#protocol/discussion.ts'
import type { NotePage, NoteView } from '#protocol/notes.ts'

/** What stands above a note's text. Without `profPic` it is not known whether its author has a picture. */
export type NoteHead = Pick<NoteView, 'title' | 'subjectTitle' | 'author' | 'authorNo' | 'lastUpdate'> &
  Partial<Pick<NoteView, 'profPic'>>

/** What the list from which a note is opened has told of it: shown until the note itself comes. */
export function placeholderHeader(cache: QueryClient, noteNo: number, hubNo: number | null, me: Auth) {
  return hubNo === null ? headInTopic(cache, noteNo, me) : headInHub(cache, noteNo, hubNo)
}

/** One's own notes alone are listed under a topic. */
function headInTopic(cache: QueryClient, noteNo: number, me: Auth): NoteHead | undefined {
  for (const page of pagesUnder<NotePage>(cache, noteKeys.pages)) {
    const note = page.notes.find(listed => listed.noteNo === noteNo)
    if (note) return { ...note, subjectTitle: page.subjectTitle, author: me.username, authorNo: me.userNo }
  }
}

function headInHub(cache: QueryClient, noteNo: number, hubNo: number): NoteHead | undefined {
  for (const page of pagesUnder<SharedNotePage>(cache, ['discussion', hubNo])) {
    const note = page.notes.find(shared => shared.noteNo === noteNo)
    if (note) return { ...note, title: note.articleTitle }
  }
}

function pagesUnder<Page>(cache: QueryClient, queryKey: readonly unknown[]): Page[] {
  return cache.getQueriesData<Page>({ queryKey }).flatMap(([, page]) => page ?? [])
}
