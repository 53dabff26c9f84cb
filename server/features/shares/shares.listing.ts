import { isMember, type Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type ListedHub, listHubs, ownHub, withUnreadAll } from '#server/features/hubs/hubs.listing.ts'
import type { NoteInList } from '#server/features/notes/notes.repository.ts'
import { ownNote } from '#server/features/notes/notes.service.ts'
import { limitSlowSearches } from '#server/features/notes/search.service.ts'
import { wordsOf } from '#server/features/notes/searchFields.ts'
import { findMatchingHubs } from '#server/features/search/search.hubs.ts'
import { loadPage, loadPageOf, type Page } from '#server/platform/paging.ts'

interface ShareHubsRequest {
  noteNo: number
  query?: string | undefined
  curPageNo: number
  hubsPerPage: number
}

/** Hubs in which the viewer can share a note, whether it is shared there, and which members have opened it. */
export async function listShareHubs(
  context: Context,
  viewer: Viewer,
  request: ShareHubsRequest,
): Promise<Page<ListedHub> & { shared: number[]; readers: number[][] }> {
  const { everShared } = await ownNote(context, viewer, request.noteNo)
  // Nobody else can have opened a note that was never shared.
  const [page, shared, readers] = await Promise.all([
    request.query === undefined
      ? listHubs(context, viewer, request)
      : findHubs(context, viewer, request.query, request),
    everShared ? context.repositories.shares.findHubsByNote(request.noteNo) : [],
    everShared ? context.repositories.noteReads.findReaders(request.noteNo) : [],
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
  request: Pick<ShareHubsRequest, 'curPageNo' | 'hubsPerPage'>,
): Promise<Page<ListedHub>> {
  const { repositories, people } = context
  const searchEntries = await repositories.hubs.findSearchEntries(viewer.userNo)
  const members = await people.getMany([...new Set(searchEntries.flatMap(({ userNos }) => userNos))])
  const { found } = findMatchingHubs(wordsOf(query), { searchEntries, members, viewer })
  return loadPageOf(request.curPageNo, request.hubsPerPage, found.length, async ({ skip, limit }) => {
    const hubNos = found.slice(skip, skip + limit).map(({ hubNo }) => hubNo)
    const hubs = await repositories.hubs.findByNos(hubNos)
    // Members who left a hub see nothing of it.
    const own = hubNos.flatMap(hubNo => hubs.get(hubNo) ?? []).filter(hub => isMember(viewer, hub))
    return withUnreadAll(context, viewer.userNo, own)
  })
}

interface ShareNotesRequest {
  hubNo: number
  query?: string | undefined
  curPageNo: number
  itemsPerPage: number
}

/** The viewer's notes, and which of them are shared in the hub. */
export async function listShareNotes(
  context: Context,
  viewer: Viewer,
  { hubNo, query, curPageNo, itemsPerPage }: ShareNotesRequest,
): Promise<Page<NoteInList> & { shared: number[] }> {
  const { repositories } = context
  const authorNo = viewer.userNo
  await ownHub(context, viewer, hubNo)
  const page = await loadPage(curPageNo, itemsPerPage, async ({ skip, limit }) => {
    if (query === undefined) return repositories.notes.findPageByAuthor(authorNo, { skip, limit })
    const { count: total, noteNos } = await limitSlowSearches(context, viewer, () =>
      repositories.notes.search({ authorNo }, wordsOf(query), skip + limit),
    )
    const found = await repositories.notes.findForList(noteNos.slice(skip))
    return { total, items: found.toSorted((a, b) => noteNos.indexOf(a.noteNo) - noteNos.indexOf(b.noteNo)) }
  })
  const everShared = page.items.filter(note => note.everShared).map(({ noteNo }) => noteNo)
  return { ...page, shared: await repositories.shares.filterShared(hubNo, everShared) }
}
