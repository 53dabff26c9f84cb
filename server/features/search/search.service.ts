import type { Viewer } from '#protocol/access.ts'
import { SEARCH_RESULTS_IN_OPENED_GROUP, SEARCH_RESULTS_PER_GROUP } from '#protocol/limits.ts'
import type { SearchGroup } from '#protocol/search.ts'
import type { Context } from '#server/context.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { RankedNotes } from '#server/features/notes/search.pipeline.ts'
import {
  findFoundNotes,
  limitSlowSearches,
  SHARED_SEARCHED_MAX,
} from '#server/features/notes/search.service.ts'
import { type Word, wordsOf } from '#server/features/notes/searchFields.ts'
import { containsAllWords } from '#server/features/notes/searchHighlight.ts'
import { attachAuthors } from '#server/features/shares/shares.visibility.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { type Group, type HubSearchResult, searchHubs } from './search.hubs.ts'

type SearchContext = Pick<Context, 'repositories' | 'people' | 'attempts'>

export interface SearchResults {
  words: readonly Word[]
  notes: Group<NoteRecord & { subjectTitle: string }>
  topics: Group<TopicRecord>
  rooms: Group<HubSearchResult>
  sharedNotes: Group<NoteRecord & { author: string; hubNo: number }>
}

/**
 * Searches what the viewer may read: own notes and topics, hubs by members, and shared notes. Every word has to
 * match. Throws `tooMany` if it takes too long.
 */
export async function searchEverywhere(
  context: SearchContext,
  viewer: Viewer,
  request: { query: string; group?: SearchGroup | undefined },
): Promise<SearchResults> {
  const { repositories } = context
  const words = wordsOf(request.query)
  const limit = request.group ? SEARCH_RESULTS_IN_OPENED_GROUP : SEARCH_RESULTS_PER_GROUP
  const wants = (...groups: SearchGroup[]) => request.group === undefined || groups.includes(request.group)

  const [ownNotes, topics, inHubs] = await limitSlowSearches(context, viewer, () =>
    Promise.all([
      wants('notes') ? repositories.notes.search({ authorNo: viewer.userNo }, words, limit) : nothing,
      wants('notes', 'topics') ? repositories.topics.findByOwner(viewer.userNo) : [],
      wants('rooms', 'sharedNotes') ? searchInHubs(context, viewer, words, limit) : noHubs,
    ]),
  )
  const { rooms, sharedNotes, shareByNote } = inHubs
  const notes = await findFoundNotes(context, [...ownNotes.noteNos, ...sharedNotes.noteNos])
  const titles = new Map(topics.map(topic => [topic.subjectNo, topic.title]))
  // Newest first.
  const foundTopics = topics.filter(({ title }) => containsAllWords(title, words)).reverse()
  return {
    words,
    notes: existingItems(ownNotes, noteNo => {
      const note = notes.get(noteNo)
      return note ? [{ ...note, subjectTitle: titles.get(note.subjectNo) ?? '' }] : []
    }),
    topics: wants('topics') ? firstOf(foundTopics, limit) : none,
    rooms: wants('rooms') ? rooms : none,
    sharedNotes: existingItems(sharedNotes, noteNo => {
      const note = notes.get(noteNo)
      const shared = note && shareByNote.get(note.noteNo)
      return shared ? [{ ...note, ...shared }] : []
    }),
  }
}

/** The hub in which a note is shared with the viewer, and its author. */
type ShareByNote = ReadonlyMap<number, { hubNo: number; author: string }>

const none = { count: 0, items: [] }
const nothing: RankedNotes = { count: 0, noteNos: [], headNos: [] }
const noHubs = { rooms: none, sharedNotes: nothing, shareByNote: new Map() as ShareByNote }

const firstOf = <Item>(all: readonly Item[], limit: number): Group<Item> => ({
  count: all.length,
  items: all.slice(0, limit),
})

/** Skips notes deleted since the search. */
function existingItems<Item>(
  { count, noteNos }: RankedNotes,
  itemOf: (noteNo: number) => Item[],
): Group<Item> {
  const items = noteNos.flatMap(itemOf)
  return { count: count - (noteNos.length - items.length), items }
}

async function searchInHubs(
  { repositories, people }: SearchContext,
  viewer: Viewer,
  words: readonly Word[],
  limit: number,
): Promise<{ rooms: Group<HubSearchResult>; sharedNotes: RankedNotes; shareByNote: ShareByNote }> {
  const searchEntries = await repositories.hubs.findSearchEntries(viewer.userNo)
  if (searchEntries.length === 0) return noHubs
  const [members, shares] = await Promise.all([
    people.getMany([...new Set(searchEntries.flatMap(({ userNos }) => userNos))]),
    repositories.shares.findLiveOfOthers(
      searchEntries.map(({ hubNo }) => hubNo),
      viewer.userNo,
      SHARED_SEARCHED_MAX,
    ),
  ])
  const shareByNote = new Map<number, { hubNo: number; author: string }>()
  for (const { item, author } of await attachAuthors({ people }, shares))
    if (!shareByNote.has(item.noteNo))
      shareByNote.set(item.noteNo, { hubNo: item.hubNo, author: author.username })
  const noteNos = [...shareByNote.keys()]
  const sharedNotes =
    noteNos.length > 0 ? await repositories.notes.search({ noteNos }, words, limit) : nothing
  return { rooms: searchHubs(words, { searchEntries, members, viewer, limit }), sharedNotes, shareByNote }
}
