import type { Viewer } from '#protocol/access.ts'
import { FOUND_NOTES_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { withAuthors } from '#server/features/shares/shares.shown.ts'
import { type Page, pageOf } from '#server/platform/page.ts'
import { seekWithin } from './find.guard.ts'
import { type FindPatterns, findPatterns } from './find.rules.ts'
import type { NoteHit, NoteRecord } from './notes.store.ts'

/** Of the notes that others share with somebody, only so many are looked through. */
export const SHARED_SEARCHED_MAX = 10_000

/** The patterns say where in the notes the hits stand. */
export type FoundNotes = Page<NoteRecord> & { patterns: FindPatterns }

/**
 * Notes that the viewer may read now: own ones, and those in the viewer's hubs. Throws a RequestError 'tooMany' when it takes
 * too long.
 */
export async function findNotes(
  context: Pick<Context, 'stores' | 'people' | 'attempts'>,
  viewer: Viewer,
  asked: { query: string; curPageNo: number; itemsPerPage: number },
): Promise<FoundNotes> {
  const { stores } = context
  const patterns = findPatterns(asked.query)
  const hits = await seekWithin(context, viewer, () => hitsFor(context, viewer, patterns))
  const page = await pageOf(asked.curPageNo, asked.itemsPerPage, hits.length, async ({ skip, limit }) => {
    const noteNos = hits.slice(skip, skip + limit).map(hit => hit.noteNo)
    const notes = await stores.notes.byNos(noteNos)
    return noteNos.flatMap(noteNo => notes.get(noteNo) ?? [])
  })
  return { ...page, patterns }
}

async function hitsFor(
  context: Pick<Context, 'stores' | 'people'>,
  viewer: Viewer,
  patterns: FindPatterns,
): Promise<NoteHit[]> {
  const [own, shared] = await Promise.all([
    context.stores.notes.findOf(viewer.userNo, patterns, FOUND_NOTES_MAX),
    findShared(context, viewer, patterns),
  ])
  return [...own, ...shared].sort(lastChangedFirst).slice(0, FOUND_NOTES_MAX)
}

async function findShared(
  context: Pick<Context, 'stores' | 'people'>,
  viewer: Viewer,
  patterns: FindPatterns,
): Promise<NoteHit[]> {
  const { stores } = context
  const hubNos = await stores.hubs.numbersOf(viewer.userNo)
  const noteNos = await stores.shares.liveNotesIn(hubNos, SHARED_SEARCHED_MAX)
  const hits = await stores.notes.findAmong(noteNos, viewer.userNo, patterns, FOUND_NOTES_MAX)
  return (await withAuthors(context, hits)).map(({ item }) => item)
}

function lastChangedFirst(one: NoteHit, other: NoteHit): number {
  return other.lastUpdate.getTime() - one.lastUpdate.getTime() || other.noteNo - one.noteNo
}
