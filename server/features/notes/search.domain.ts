import type { Viewer } from '#protocol/access.ts'
import { NOTE_SEARCH_RESULTS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { withAuthors } from '#server/features/shares/shares.shown.ts'
import { type Page, pageOf } from '#server/platform/page.ts'
import type { NoteRecord } from './notes.store.ts'
import { searchWithin } from './search.guard.ts'
import { type Word, wordsOf } from './searchFields.ts'

/** Of the notes that others share with somebody, only so many are looked through. */
export const SHARED_SEARCHED_MAX = 10_000

type Finding = Pick<Context, 'stores' | 'people' | 'attempts'>

/** The words are what the notes were found by. */
export type NoteSearchResults = Page<NoteRecord> & { words: readonly Word[] }

/**
 * Notes that the viewer may read now: own ones, and those in the viewer's hubs. Throws a RequestError 'tooMany' when it takes
 * too long.
 */
export async function searchNotes(
  context: Finding,
  viewer: Viewer,
  asked: { query: string; curPageNo: number; itemsPerPage: number },
): Promise<NoteSearchResults> {
  const { stores } = context
  const words = wordsOf(asked.query)
  const best = await searchWithin(context, viewer, async () => {
    const searched = { authorNo: viewer.userNo, noteNos: await sharedWith(context, viewer) }
    return stores.notes.search(searched, words, NOTE_SEARCH_RESULTS_MAX)
  })
  const total = best.noteNos.length
  const page = await pageOf(asked.curPageNo, asked.itemsPerPage, total, async ({ skip, limit }) => {
    const noteNos = best.noteNos.slice(skip, skip + limit)
    const notes = await stores.notes.byNos(noteNos)
    return noteNos.flatMap(noteNo => notes.get(noteNo) ?? [])
  })
  return { ...page, words }
}

async function sharedWith({ stores, people }: Finding, { userNo }: Viewer): Promise<number[]> {
  const hubNos = await stores.hubs.numbersOf(userNo)
  const shares = await stores.shares.liveOfOthers(hubNos, userNo, SHARED_SEARCHED_MAX)
  const shown = await withAuthors({ people }, shares)
  return [...new Set(shown.map(({ item }) => item.noteNo))]
}
