import { toNfkc } from './normalization.ts'

/**
 * What stands in `[[…]]`: `제목`, `제목#소제목`, `주제/제목`, `#소제목` for a heading of the same note, and behind `|` the words to
 * show. A title may contain `#` and `/`, so the words alone do not say which note they mean: `readingsOf` lists the possibilities.
 */

/** In UTF-16 units. Longer words in double brackets are plain text. */
export const LINK_TARGET_MAX = 200

export interface WikiLink {
  target: string
  /** The words to show instead of the title. */
  label?: string
  /** The position after the closing brackets. */
  end: number
}

/**
 * Reads the link at a position. The target may contain pairs of single brackets. Null if there is none: without a target, over a line
 * break, or longer than LINK_TARGET_MAX.
 */
export function readWikiLink(text: string, start: number, limit = text.length): WikiLink | null {
  if (!text.startsWith('[[', start)) return null
  const from = start + 2
  const last = Math.min(limit, from + 2 * LINK_TARGET_MAX)
  let depth = 0
  for (let at = from; at < last - 1; at++) {
    const sign = text[at]
    if (sign === '\n') return null
    if (sign === '[') depth++
    else if (sign === ']' && depth > 0) depth--
    else if (sign === ']' && text[at + 1] === ']') return linkOf(text.slice(from, at), at + 2)
  }
  return null
}

/** In a table the bar has a backslash. */
function linkOf(inside: string, end: number): WikiLink | null {
  const bar = inside.indexOf('|')
  const target = (bar < 0 ? inside : inside.slice(0, bar).replace(/\\$/, '')).trim()
  const label = bar < 0 ? '' : inside.slice(bar + 1).trim()
  if (target === '' || target.startsWith('^') || target.length > LINK_TARGET_MAX) return null
  return { target, end, ...(label !== '' && { label }) }
}

/** The words that stand for a link in the plain text of a note. */
export function wordsOfLink({ target, label }: Pick<WikiLink, 'target' | 'label'>): string {
  return label ?? (isOwnHeading(target) ? target.slice(1).trim() : target)
}

export const isOwnHeading = (target: string) => target.startsWith('#')

/** Titles and targets with the same key are equal. */
export function linkKeyOf(words: string): string {
  return toNfkc(words).replace(/\s+/g, ' ').trim().toLowerCase()
}

/** One meaning of a target. All fields are keys. */
interface Reading {
  title: string
  topic?: string
  hasHeading: boolean
}

/** The titles that a target may mean, the most literal first. They may include the topic. */
export function titlesOf(target: string): string[] {
  const [first, last] = [target.indexOf('#'), target.lastIndexOf('#')]
  const places = [
    target,
    ...(last > 0 ? [target.slice(0, last)] : []),
    ...(first > 0 ? [target.slice(0, first)] : []),
  ]
  return [...new Set(places.map(linkKeyOf))].filter(title => title !== '')
}

function readingsOf(target: string): Reading[] {
  return titlesOf(target).flatMap((place, index) => {
    const hasHeading = index > 0
    const slashes = new Set([place.indexOf('/'), place.lastIndexOf('/')])
    const inTopics = [...slashes].flatMap(slash => {
      const [topic, title] = [place.slice(0, Math.max(0, slash)).trim(), place.slice(slash + 1).trim()]
      return topic === '' || title === '' ? [] : [{ topic, title, hasHeading }]
    })
    return [{ title: place, hasHeading }, ...inTopics]
  })
}

/** All titles to look up for a target. */
export function lookedUpTitles(target: string): string[] {
  return [...new Set(readingsOf(target).map(({ title }) => title))]
}

interface TitledNote {
  noteNo: number
  title: string
  topicTitle: string
}

type FoundTarget<Note> = { note: Note; hasHeading: boolean }

/**
 * Returns the function that finds the note that a target means among notes with the titles of `lookedUpTitles`: the newest of several.
 * Reads the titles once, because hundreds of notes may have the same one, and a note hundreds of links.
 */
export function createTargetFinder<Note extends TitledNote>(
  notes: readonly Note[],
): (target: string) => FoundTarget<Note> | null {
  const newest = new Map<string, Note>()
  for (const note of notes) {
    const title = linkKeyOf(note.title)
    for (const key of [title, keyInTopic(linkKeyOf(note.topicTitle), title)]) {
      const other = newest.get(key)
      if (other === undefined || other.noteNo < note.noteNo) newest.set(key, note)
    }
  }
  return target => {
    for (const { title, topic, hasHeading } of readingsOf(target)) {
      const note = newest.get(topic === undefined ? title : keyInTopic(topic, title))
      if (note) return { note, hasHeading }
    }
    return null
  }
}

/** Keys contain no line breaks. */
const keyInTopic = (topic: string, title: string) => `${topic}\n${title}`

/** Finds the note that a single target means, like `createTargetFinder`. */
export const findTarget = <Note extends TitledNote>(target: string, notes: readonly Note[]) =>
  createTargetFinder(notes)(target)

/** The heading of a target that has one. */
export const headingOfTarget = (target: string) => target.slice(target.lastIndexOf('#') + 1).trim()

/** The words by which texts can link to a note, as keys. */
export function namesOf(title: string, topicTitle: string | undefined): string[] {
  const name = linkKeyOf(title)
  return topicTitle === undefined ? [name] : [name, `${linkKeyOf(topicTitle)}/${name}`]
}
