import type { AllSearchResults, MarkedLine } from '#protocol/search.ts'
import * as calls from '#protocol/search.ts'
import type { Context } from '#server/context.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { Word } from '#server/features/notes/searchFields.ts'
import { excerptOf, highlightLine } from '#server/features/notes/searchHighlight.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { type SearchResults, searchEverywhere } from './search.service.ts'

export function searchRoutes(context: Context): Route[] {
  return [
    route(calls.searchAll).handle(async ({ viewer, input }) =>
      searchResultsView(await searchEverywhere(context, viewer, input)),
    ),
  ]
}

/** For hubs with many members; matching names come first. */
const NAMES_MAX = 10

function searchResultsView({ words, notes, topics, rooms, sharedNotes }: SearchResults): AllSearchResults {
  return {
    success: true,
    notes: {
      count: notes.count,
      items: notes.items.map(note => ({ ...noteView(note, words), subjectTitle: note.subjectTitle })),
    },
    topics: {
      count: topics.count,
      items: topics.items.map(({ subjectNo, title, noteCount }) => ({
        topicNo: subjectNo,
        title: highlightLine(title, words),
        noteCount,
      })),
    },
    rooms: {
      count: rooms.count,
      items: rooms.items.map(({ hubNo, name, names, memberCount }) => ({
        hubNo,
        ...(name && { name: highlightLine(name, words) }),
        names: namesView(names, words),
        memberCount,
      })),
    },
    sharedNotes: {
      count: sharedNotes.count,
      items: sharedNotes.items.map(note => ({
        ...noteView(note, words),
        author: note.author,
        hubNo: note.hubNo,
      })),
    },
  }
}

const noteView = ({ noteNo, title, text, lastUpdate }: NoteRecord, words: readonly Word[]) => ({
  noteNo,
  title: highlightLine(title, words),
  excerpt: excerptOf(text, words),
  lastUpdate: lastUpdate.toISOString(),
})

/** Marks each name separately: words do not span names. */
function namesView(names: readonly string[], words: readonly Word[]): MarkedLine {
  return names
    .slice(0, NAMES_MAX)
    .flatMap((name, index) => [
      ...(index > 0 ? [{ text: ', ', isHit: false }] : []),
      ...highlightLine(name, words),
    ])
}
