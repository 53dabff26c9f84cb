import { headNoOf, isLaterPart, type Viewer } from '#protocol/access.ts'
import { NOTE_SEARCH_RESULTS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { attachAuthors } from '#server/features/shares/shares.visibility.ts'
import { RequestError } from '#server/platform/errors.ts'
import { isQueryTimeout } from '#server/platform/mongo/queries.ts'
import { loadPageOf, type Page } from '#server/platform/paging.ts'
import type { NoteInList, NoteRecord } from './notes.repository.ts'
import { type Word, wordsOf } from './searchFields.ts'

/** Limit of notes shared by other users that a search reads. */
export const SHARED_SEARCHED_MAX = 10_000

type SearchContext = Pick<Context, 'repositories' | 'people' | 'attempts'>

/** `words`: the query that the notes match. */
export type NoteSearchResults = Page<NoteRecord> & { words: readonly Word[] }

/**
 * Searches notes that the viewer may read: own notes and notes shared in the viewer's hubs. Throws `tooMany` if it
 * takes too long.
 */
export async function searchNotes(
  context: SearchContext,
  viewer: Viewer,
  request: { query: string; curPageNo: number; itemsPerPage: number },
): Promise<NoteSearchResults> {
  const { repositories } = context
  const words = wordsOf(request.query)
  const best = await limitSlowSearches(context, viewer, async () => {
    const searched = { authorNo: viewer.userNo, noteNos: await sharedWith(context, viewer) }
    return repositories.notes.search(searched, words, NOTE_SEARCH_RESULTS_MAX)
  })
  const total = best.noteNos.length
  const page = await loadPageOf(request.curPageNo, request.itemsPerPage, total, async ({ skip, limit }) => {
    const noteNos = best.noteNos.slice(skip, skip + limit)
    const notes = await findFoundNotes(context, noteNos)
    return noteNos.flatMap(noteNo => notes.get(noteNo) ?? [])
  })
  return { ...page, words }
}

/** Found notes by number. A later part leads to the first one, but keeps its own text. */
export async function findFoundNotes(
  { repositories }: Pick<Context, 'repositories'>,
  noteNos: readonly number[],
): Promise<Map<number, NoteRecord>> {
  const notes = await repositories.notes.findByNos(noteNos)
  const later = [...notes.values()].filter(isLaterPart)
  if (later.length === 0) return notes
  const heads = await repositories.notes.findForList(later.map(headNoOf))
  const headByNo = new Map(heads.map(head => [head.noteNo, head]))
  return new Map(
    [...notes].flatMap(([noteNo, note]) => {
      if (!isLaterPart(note)) return [[noteNo, note] as const]
      const head = headByNo.get(headNoOf(note))
      return head ? [[noteNo, { ...note, ...placeOf(head) }] as const] : []
    }),
  )
}

const placeOf = ({ noteNo, subjectNo, title, lastUpdate }: NoteInList) => ({
  noteNo,
  subjectNo,
  title,
  lastUpdate,
})

async function sharedWith({ repositories, people }: SearchContext, { userNo }: Viewer): Promise<number[]> {
  const hubNos = await repositories.hubs.findNosByMember(userNo)
  const shares = await repositories.shares.findLiveOfOthers(hubNos, userNo, SHARED_SEARCHED_MAX)
  const visible = await attachAuthors({ people }, shares)
  return [...new Set(visible.map(({ item }) => item.noteNo))]
}

/**
 * Limits slow searches: crafted texts can make any search slow. The database aborts it, and a user who causes that
 * too often has to wait. Throws `tooMany`.
 */
export async function limitSlowSearches<Found>(
  { attempts }: Pick<Context, 'attempts'>,
  viewer: Viewer,
  search: () => Promise<Found>,
): Promise<Found> {
  const finder = String(viewer.userNo)
  await attempts.slowSearch.admit(finder)
  const found = await search().catch((error: unknown): never => {
    if (!isQueryTimeout(error)) throw error
    throw new RequestError('tooMany', { sentence: 'notes.findTookTooLong', retryAfterS: 1 })
  })
  await attempts.slowSearch.undo(finder)
  return found
}
