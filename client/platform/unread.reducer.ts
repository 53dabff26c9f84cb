import type { UnreadView } from '#protocol/hubs.ts'

/** By hub number. Every badge, the document's title and the app's icon speak from this one map. */
export type UnreadNumbers = ReadonlyMap<number, UnreadView>

export const noUnread: UnreadNumbers = new Map()

/** Takes what is newer. A lower or equal revision changes nothing, so events may come twice, late or out of order. */
export function withUnread(numbers: UnreadNumbers, told: readonly UnreadView[]): UnreadNumbers {
  return withNumbers(
    numbers,
    told.filter(({ hubNo, revision }) => revision > (numbers.get(hubNo)?.revision ?? -1)),
  )
}

/**
 * Takes the answer to a question for the numbers of all hubs: a hub that is not among them is one's own no longer. Of
 * the same revision the answer wins: a server that died may have saved what it never counted or told.
 */
export function withAllUnread(numbers: UnreadNumbers, all: readonly UnreadView[]): UnreadNumbers {
  const current = new Set(all.map(({ hubNo }) => hubNo))
  const kept = [...numbers].filter(([hubNo]) => current.has(hubNo))
  return withNumbers(
    kept.length === numbers.size ? numbers : new Map(kept),
    all.filter(({ hubNo, revision, numUnreadArticles }) => {
      const known = numbers.get(hubNo)
      if (known === undefined || revision > known.revision) return true
      return revision === known.revision && numUnreadArticles !== known.numUnreadArticles
    }),
  )
}

function withNumbers(numbers: UnreadNumbers, taken: readonly UnreadView[]): UnreadNumbers {
  if (taken.length === 0) return numbers
  const next = new Map(numbers)
  for (const { hubNo, numUnreadArticles, revision } of taken)
    next.set(hubNo, { hubNo, numUnreadArticles, revision })
  return next
}

export function withoutHub(numbers: UnreadNumbers, hubNo: number): UnreadNumbers {
  if (!numbers.has(hubNo)) return numbers
  const next = new Map(numbers)
  next.delete(hubNo)
  return next
}

export function totalUnread(numbers: UnreadNumbers): number {
  let total = 0
  for (const { numUnreadArticles } of numbers.values()) total += numUnreadArticles
  return total
}
