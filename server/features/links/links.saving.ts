import { createTargetFinder, lookedUpTitles, namesOf, titlesOf } from '#protocol/linkTargets.ts'
import { linkedNotesIn } from '#protocol/markdown/linkedNotes.ts'
import type { Context } from '#server/context.ts'
import type { NoteLinkRecord } from './links.record.ts'
import type { LinkableNote } from './links.repository.ts'

type LinkContext = Pick<Context, 'repositories' | 'topicTitles'>

/**
 * The links to store with a text of an author. Words that were in the text before keep their note, so renaming a note
 * changes no other text. Returns a promise only if new words have to be looked up, in one query. Returns `before` itself
 * if nothing changes.
 */
export function linksOfSave(
  context: LinkContext,
  authorNo: number,
  text: string,
  before: NoteLinkRecord[] = [],
): NoteLinkRecord[] | Promise<NoteLinkRecord[]> {
  const known = new Map(before.map(link => [link.key, link]))
  const links = linkedNotesIn(text)
  if (links.every(({ key, noteNo }) => noteNo !== undefined || known.has(key))) return recordsOf(new Map())
  const open = links.filter(({ key, noteNo }) => (noteNo ?? known.get(key)?.noteNo) === undefined)
  return findTargets(
    context,
    authorNo,
    open.map(({ key }) => key),
  ).then(recordsOf)

  function recordsOf(found: ReadonlyMap<string, FoundTarget>): NoteLinkRecord[] {
    const isSame =
      links.length === before.length && links.every(({ key }) => known.has(key)) && found.size === 0
    if (isSame) return before
    return links.map(({ key, noteNo }) => {
      const target = found.get(key)
      if (target) return { key, noteNo: target.note.noteNo, ...(target.hasHeading && { hasHeading: true }) }
      return known.get(key) ?? { key, ...(noteNo === undefined ? { titles: titlesOf(key) } : { noteNo }) }
    })
  }
}

interface FoundTarget {
  note: LinkableNote
  hasHeading: boolean
}

/** Words that are looked up at once. Only crafted notes have more that lead nowhere yet. */
const KEYS_MAX = 2_000

/** Looks up the notes of an author that the words of links mean. Words that mean none are absent. */
export async function findTargets(
  { repositories, topicTitles }: LinkContext,
  authorNo: number,
  words: readonly string[],
): Promise<Map<string, FoundTarget>> {
  if (words.length === 0) return new Map()
  const keys = words.slice(0, KEYS_MAX)
  const notes = await repositories.links.findByTitles(authorNo, [...new Set(keys.flatMap(lookedUpTitles))])
  const hasTopics = keys.some(key => key.includes('/'))
  const titles = hasTopics ? await topicTitles.getMany(notes.map(({ subjectNo }) => subjectNo)) : null
  const candidates = notes.map(note => ({ ...note, topicTitle: titles?.get(note.subjectNo) ?? '' }))
  const findTarget = createTargetFinder(candidates)
  return new Map(
    keys.flatMap(key => {
      const found = findTarget(key)
      return found ? [[key, found] as const] : []
    }),
  )
}

/** Words that named the note before it was renamed, without leading to it yet, lead to it from now on. */
export async function pinLinksToRenamed(
  { repositories, topicTitles }: LinkContext,
  { noteNo, authorNo, subjectNo }: { noteNo: number; authorNo: number; subjectNo: number },
  titleBefore: string,
): Promise<void> {
  const topicTitle = (await topicTitles.getMany([subjectNo])).get(subjectNo)
  await repositories.links.pin(authorNo, namesOf(titleBefore, topicTitle), noteNo)
}
