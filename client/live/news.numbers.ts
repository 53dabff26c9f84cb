import type { NewsCount } from '#protocol/inbox.ts'

/** Before anything was told. */
export const noNews: NewsCount = { count: 0, revision: -1 }

/** Takes what an event tells. A lower or equal revision changes nothing, so events may come twice, late or out of order. */
export function withNewsTold(known: NewsCount, told: NewsCount): NewsCount {
  return told.revision > known.revision ? told : known
}

/** Takes an answer. Of the same revision the answer is right: it may hold what was saved and never told. */
export function withNewsAnswered(known: NewsCount, { count, revision }: NewsCount): NewsCount {
  return revision >= known.revision ? { count, revision } : known
}
