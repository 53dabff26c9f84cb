import type { Viewer } from '#protocol/access.ts'
import { SEARCH_RESULTS_IN_OPENED_GROUP, SEARCH_RESULTS_PER_GROUP } from '#protocol/limits.ts'
import type { SearchGroup } from '#protocol/search.ts'
import type { Context } from '#server/context.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import { SHARED_SEARCHED_MAX } from '#server/features/notes/search.domain.ts'
import { searchWithin } from '#server/features/notes/search.guard.ts'
import type { RankedNotes } from '#server/features/notes/search.pipeline.ts'
import { type Word, wordsOf } from '#server/features/notes/searchFields.ts'
import { holdsWords } from '#server/features/notes/searchHighlight.ts'
import { withAuthors } from '#server/features/shares/shares.shown.ts'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { type Group, type RoomSearchResult, roomsWith } from './search.rooms.ts'

type Finding = Pick<Context, 'stores' | 'people' | 'attempts'>

export interface SearchResults {
  words: readonly Word[]
  notes: Group<NoteRecord & { subjectTitle: string }>
  topics: Group<TopicRecord>
  rooms: Group<RoomSearchResult>
  sharedNotes: Group<NoteRecord & { author: string; hubNo: number }>
}

/**
 * What the viewer may read now, and holds every word: own notes and topics, hubs by their members, and what is shared there.
 * Throws a RequestError 'tooMany' when it takes too long.
 */
export async function searchEverywhere(
  context: Finding,
  viewer: Viewer,
  asked: { query: string; group?: SearchGroup | undefined },
): Promise<SearchResults> {
  const { stores } = context
  const words = wordsOf(asked.query)
  const limit = asked.group ? SEARCH_RESULTS_IN_OPENED_GROUP : SEARCH_RESULTS_PER_GROUP
  const wants = (...groups: SearchGroup[]) => asked.group === undefined || groups.includes(asked.group)

  const [ownNotes, topics, inHubs] = await searchWithin(context, viewer, () =>
    Promise.all([
      wants('notes') ? stores.notes.search({ authorNo: viewer.userNo }, words, limit) : nothing,
      wants('notes', 'topics') ? stores.topics.ofOwner(viewer.userNo) : [],
      wants('rooms', 'sharedNotes') ? searchInHubs(context, viewer, words, limit) : noHubs,
    ]),
  )
  const { rooms, sharedNotes, sharing } = inHubs
  const notes = await stores.notes.byNos([...ownNotes.noteNos, ...sharedNotes.noteNos])
  const titles = new Map(topics.map(topic => [topic.subjectNo, topic.title]))
  // Newest first.
  const foundTopics = topics.filter(({ title }) => holdsWords(title, words)).reverse()
  return {
    words,
    notes: listed(ownNotes, noteNo => {
      const note = notes.get(noteNo)
      return note ? [{ ...note, subjectTitle: titles.get(note.subjectNo) ?? '' }] : []
    }),
    topics: wants('topics') ? firstOf(foundTopics, limit) : none,
    rooms: wants('rooms') ? rooms : none,
    sharedNotes: listed(sharedNotes, noteNo => {
      const note = notes.get(noteNo)
      const shared = sharing.get(noteNo)
      return note && shared ? [{ ...note, ...shared }] : []
    }),
  }
}

/** Where a note is shared with the viewer, and by whom. */
type Sharing = ReadonlyMap<number, { hubNo: number; author: string }>

const none = { count: 0, items: [] }
const nothing: RankedNotes = { count: 0, noteNos: [] }
const noHubs = { rooms: none, sharedNotes: nothing, sharing: new Map() as Sharing }

const firstOf = <Item>(all: readonly Item[], limit: number): Group<Item> => ({
  count: all.length,
  items: all.slice(0, limit),
})

/** Without those that have gone since they were found. */
function listed<Item>({ count, noteNos }: RankedNotes, itemOf: (noteNo: number) => Item[]): Group<Item> {
  const items = noteNos.flatMap(itemOf)
  return { count: count - (noteNos.length - items.length), items }
}

async function searchInHubs(
  { stores, people }: Finding,
  viewer: Viewer,
  words: readonly Word[],
  limit: number,
): Promise<{ rooms: Group<RoomSearchResult>; sharedNotes: RankedNotes; sharing: Sharing }> {
  const rosters = await stores.hubs.rostersOf(viewer.userNo)
  if (rosters.length === 0) return noHubs
  const [members, shares] = await Promise.all([
    people.of([...new Set(rosters.flatMap(({ userNos }) => userNos))]),
    stores.shares.liveOfOthers(
      rosters.map(({ hubNo }) => hubNo),
      viewer.userNo,
      SHARED_SEARCHED_MAX,
    ),
  ])
  const sharing = new Map<number, { hubNo: number; author: string }>()
  for (const { item, author } of await withAuthors({ people }, shares))
    if (!sharing.has(item.noteNo)) sharing.set(item.noteNo, { hubNo: item.hubNo, author: author.username })
  const noteNos = [...sharing.keys()]
  const sharedNotes = noteNos.length > 0 ? await stores.notes.search({ noteNos }, words, limit) : nothing
  return { rooms: roomsWith(words, { rosters, members, viewer, limit }), sharedNotes, sharing }
}
