import { t } from '#client/platform/language/language.ts'
import { findTarget, isOwnHeading, linkKeyOf, readWikiLink } from '#protocol/linkTargets.ts'
import { tagKeyOf } from '#protocol/markdown/hashtag.rules.ts'
import { noteAddress } from '#protocol/noteFile.ts'
import { searchTextOf, typingPattern } from '#protocol/searchText.ts'
import type { OwnTitle } from '../linkedNotes.ts'

/** A row of the list. */
export interface Suggestion {
  id: string
  label: string
  detail?: string
  insert: string
}

const SHOWN_MAX = 8

/** The titles that match a query, also by initial consonants: titles that begin with it first, then in the given order. */
function rank<Item>(query: string, items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  if (searchTextOf(query) === '') return items.slice(0, SHOWN_MAX)
  const pattern = typingPattern(query)
  const [first, rest]: [Item[], Item[]] = [[], []]
  for (const item of items) {
    const at = searchTextOf(nameOf(item)).search(pattern)
    if (at === 0) first.push(item)
    else if (at > 0) rest.push(item)
  }
  return [...first, ...rest].slice(0, SHOWN_MAX)
}

/** Notes to link to, templates last. A title of several notes is written with its topic. */
export function suggestNotes(query: string, titles: readonly OwnTitle[]): Suggestion[] {
  const counts = countBy(titles, ({ title }) => linkKeyOf(title))
  const countsInTopic = countBy(titles, nameInTopic)
  const templates = t('templates.topic')
  const isTemplate = ({ topicTitle }: OwnTitle) => topicTitle === templates
  const templatesLast = [...titles.filter(note => !isTemplate(note)), ...titles.filter(isTemplate)]
  return rank(query, templatesLast, ({ title }) => title).map(note => {
    const isUnique = counts.get(linkKeyOf(note.title)) === 1
    const target = isUnique ? note.title : `${note.topicTitle}/${note.title}`
    const isClear = isUnique || countsInTopic.get(nameInTopic(note)) === 1
    return {
      id: String(note.noteNo),
      label: note.title,
      detail: note.topicTitle,
      insert: isClear && canBeTarget(target) ? `[[${target}]]` : linkByNumber(note),
    }
  })
}

const nameInTopic = ({ topicTitle, title }: OwnTitle) => linkKeyOf(`${topicTitle}/${title}`)

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

/** A title may contain what ends a link. */
const canBeTarget = (target: string) =>
  !isOwnHeading(target) && readWikiLink(`[[${target}]]`, 0)?.target === target

const linkByNumber = ({ title, noteNo }: OwnTitle) =>
  `[${title.replace(/[[\]\\]/g, '\\$&')}](${noteAddress(noteNo)})`

/** The note whose headings complete a query with a `#`: the number of an own note, or `here`. Null if there is no such note. */
export function headingSourceOf(
  query: string,
  titles: readonly OwnTitle[],
): { source: number | 'here'; target: string; query: string } | null {
  const hash = query.lastIndexOf('#')
  if (hash < 0) return null
  const [target, words] = [query.slice(0, hash), query.slice(hash + 1)]
  if (target.trim() === '') return { source: 'here', target: '', query: words }
  const found = findTarget(target, titles)
  return found && !found.hasHeading ? { source: found.note.noteNo, target, query: words } : null
}

export function suggestHeadings(target: string, query: string, headings: readonly string[]): Suggestion[] {
  const distinct = [...new Set(headings)].filter(words => canBeTarget(`가#${words}`) && !words.includes('#'))
  return rank(query, distinct, words => words).map(words => ({
    id: words,
    label: words,
    insert: `[[${target}#${words}]]`,
  }))
}

/** Tags of the user's notes, those with most notes first. Empty if the query is a whole tag. */
export function suggestTags(query: string, tags: readonly string[]): Suggestion[] {
  if (tags.includes(tagKeyOf(query))) return []
  return rank(query, tags, tag => tag).map(tag => ({ id: tag, label: `#${tag}`, insert: `#${tag}` }))
}
