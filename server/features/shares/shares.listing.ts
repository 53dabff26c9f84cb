import { isMember, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type ListedHub, listHubs, ownHub, withUnreadAll } from '#server/features/hubs/hubs.listing.ts'
import { ownNote } from '#server/features/notes/notes.domain.ts'
import type { NoteInList } from '#server/features/notes/notes.store.ts'
import { searchWithin } from '#server/features/notes/search.guard.ts'
import { wordsOf } from '#server/features/notes/searchFields.ts'
import { rostersWith } from '#server/features/search/search.rooms.ts'
import { type Page, pageAt, pageOf } from '#server/platform/page.ts'

interface AskedHubs {
  noteNo: number
  query?: string | undefined
  curPageNo: number
  hubsPerPage: number
}

/** Where a note of one's own can be shared, where it is, and who of each hub has opened it. */
export async function listShareHubs(
  context: Context,
  viewer: Viewer,
  asked: AskedHubs,
): Promise<Page<ListedHub> & { shared: number[]; readers: number[][] }> {
  const { everShared } = await ownNote(context, viewer, asked.noteNo)
  // What was never shared nobody else can have opened.
  const [page, shared, readers] = await Promise.all([
    asked.query === undefined
      ? listHubs(context, viewer, asked)
      : findHubs(context, viewer, asked.query, asked),
    everShared ? context.stores.shares.hubsWith(asked.noteNo) : [],
    everShared ? context.stores.noteReads.readersOf(asked.noteNo) : [],
  ])
  const hasRead = new Set(readers)
  const readersIn = ({ members }: ListedHub) =>
    members.map(({ userNo }) => userNo).filter(userNo => hasRead.has(userNo))
  return { ...page, shared, readers: page.items.map(readersIn) }
}

async function findHubs(
  context: Context,
  viewer: Viewer,
  query: string,
  asked: Pick<AskedHubs, 'curPageNo' | 'hubsPerPage'>,
): Promise<Page<ListedHub>> {
  const { stores, people } = context
  const rosters = await stores.hubs.rostersOf(viewer.userNo)
  const members = await people.of([...new Set(rosters.flatMap(({ userNos }) => userNos))])
  const { found } = rostersWith(wordsOf(query), { rosters, members, viewer })
  return pageOf(asked.curPageNo, asked.hubsPerPage, found.length, async ({ skip, limit }) => {
    const shown = found.slice(skip, skip + limit).map(({ hubNo }) => hubNo)
    const hubs = await stores.hubs.byNos(shown)
    // Of a hub that they have left since they see nothing.
    const own = shown.flatMap(hubNo => hubs.get(hubNo) ?? []).filter(hub => isMember(viewer, hub))
    return withUnreadAll(context, viewer.userNo, own)
  })
}

interface AskedNotes {
  hubNo: number
  query?: string | undefined
  curPageNo: number
  itemsPerPage: number
}

/** One's own notes, to be shared in a hub, and which of them are. */
export async function listShareNotes(
  context: Context,
  viewer: Viewer,
  { hubNo, query, curPageNo, itemsPerPage }: AskedNotes,
): Promise<Page<NoteInList> & { shared: number[] }> {
  const { stores } = context
  const authorNo = viewer.userNo
  await ownHub(context, viewer, hubNo)
  const page = await pageAt(curPageNo, itemsPerPage, async ({ skip, limit }) => {
    if (query === undefined) return stores.notes.pageOfAuthor(authorNo, { skip, limit })
    const { count: total, noteNos } = await searchWithin(context, viewer, () =>
      stores.notes.search({ authorNo }, wordsOf(query), skip + limit),
    )
    const found = await stores.notes.inList(noteNos.slice(skip))
    return { total, items: found.toSorted((a, b) => noteNos.indexOf(a.noteNo) - noteNos.indexOf(b.noteNo)) }
  })
  const everShared = page.items.filter(note => note.everShared).map(({ noteNo }) => noteNo)
  return { ...page, shared: await stores.shares.liveAmong(hubNo, everShared) }
}
