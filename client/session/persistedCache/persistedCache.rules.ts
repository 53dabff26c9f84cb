import type { QueryKey } from '@tanstack/react-query'

/**
 * First words of the keys of what is read without a line: rooms, notes, their lists and what is said of them. Of some, only that of
 * which the second word tells that nobody has looked for it.
 */
const READ_WITHOUT_LINE: Record<string, (kind: unknown) => boolean> = {
  hubs: () => true,
  unread: () => true,
  notes: kind => kind !== 'found' && kind !== 'history',
  topics: () => true,
  topicTitle: () => true,
  discussion: () => true,
  comments: () => true,
  inbox: kind => kind === 'all',
  agora: kind => typeof kind === 'number',
  trash: () => true,
}

/** So many notes are kept that were opened, and so many answers in all; the oldest go first. */
const PERSISTED_NOTES_MAX = 200
const PERSISTED_QUERIES_MAX = 600

export function isPersisted([what, kind]: QueryKey): boolean {
  return typeof what === 'string' && (READ_WITHOUT_LINE[what]?.(kind) ?? false)
}

/** It is asked for anew whenever it is opened: that no screen shows it any more does not mean that it is gone. */
export function isFetchedAnew([what]: QueryKey): boolean {
  return what === 'inbox'
}

export interface PersistedQuery {
  queryKey: QueryKey
  data: unknown
  /** Milliseconds since 1970. */
  updatedAt: number
}

/** The places in a list of kept answers of those that are too many. */
export function queriesToEvict(answers: readonly PersistedQuery[]): number[] {
  const newestFirst = answers.map((_, place) => place).sort((a, b) => updatedAt(b) - updatedAt(a))
  const notes = newestFirst.filter(place => isNote(answers[place])).slice(PERSISTED_NOTES_MAX)
  const others = newestFirst.filter(place => !notes.includes(place)).slice(PERSISTED_QUERIES_MAX)
  return [...notes, ...others]

  function updatedAt(place: number): number {
    return answers[place]?.updatedAt ?? 0
  }
}

const isNote = (answer: PersistedQuery | undefined) =>
  answer?.queryKey[0] === 'notes' && answer.queryKey[1] === 'one'
