import type { QueryKey } from '@tanstack/react-query'

/** First words of the keys of what is read without a line: rooms, notes, their lists and what is said of them. */
const READ_WITHOUT_LINE: readonly unknown[] = [
  'hubs',
  'notes',
  'topics',
  'topicTitle',
  'discussion',
  'comments',
]
/** Of notes, what is asked for anew each time. */
const ASKED_ANEW: readonly unknown[] = ['found', 'history']

/** So many notes are kept that were opened, and so many answers in all; the oldest go first. */
const NOTES_KEPT = 200
const ANSWERS_KEPT = 600

export function isKept([what, kind]: QueryKey): boolean {
  return READ_WITHOUT_LINE.includes(what) && !(what === 'notes' && ASKED_ANEW.includes(kind))
}

export interface KeptAnswer {
  queryKey: QueryKey
  data: unknown
  /** Milliseconds since 1970. */
  updatedAt: number
}

/** The places in a list of kept answers of those that are too many. */
export function tooMany(answers: readonly KeptAnswer[]): number[] {
  const newestFirst = answers.map((_, place) => place).sort((a, b) => updatedAt(b) - updatedAt(a))
  const notes = newestFirst.filter(place => isNote(answers[place])).slice(NOTES_KEPT)
  const others = newestFirst.filter(place => !notes.includes(place)).slice(ANSWERS_KEPT)
  return [...notes, ...others]

  function updatedAt(place: number): number {
    return answers[place]?.updatedAt ?? 0
  }
}

const isNote = (answer: KeptAnswer | undefined) =>
  answer?.queryKey[0] === 'notes' && answer.queryKey[1] === 'one'
