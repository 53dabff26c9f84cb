import type { UnreadView } from '#protocol/hubs.ts'

/** By hub number. Every badge, the document's title and the app's icon speak from this one map. */
export type UnreadNumbers = ReadonlyMap<number, UnreadView>

export const noUnread: UnreadNumbers = new Map()

/** The revision of a hub that one has left: none is newer. */
const LEFT = Number.POSITIVE_INFINITY

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
  const left = [...numbers.keys()].filter(hubNo => !current.has(hubNo))
  return withNumbers(
    left.reduce(withoutHub, numbers),
    all.filter(({ hubNo, revision, numUnreadArticles }) => {
      const known = numbers.get(hubNo)
      if (known === undefined || known.revision === LEFT || revision > known.revision) return true
      return revision === known.revision && numUnreadArticles !== known.numUnreadArticles
    }),
  )
}

/** Takes the number of a hub that one has come into, perhaps again. */
export function withHub(numbers: UnreadNumbers, hub: UnreadView): UnreadNumbers {
  return hasLeft(numbers, hub.hubNo) ? withNumbers(numbers, [hub]) : withUnread(numbers, [hub])
}

/** Of a hub that one has left nothing is believed any more, however late it comes. */
export function withoutHub(numbers: UnreadNumbers, hubNo: number): UnreadNumbers {
  if (hasLeft(numbers, hubNo)) return numbers
  return withNumbers(numbers, [{ hubNo, numUnreadArticles: 0, revision: LEFT }])
}

export function hasLeft(numbers: UnreadNumbers, hubNo: number): boolean {
  return numbers.get(hubNo)?.revision === LEFT
}

function withNumbers(numbers: UnreadNumbers, taken: readonly UnreadView[]): UnreadNumbers {
  if (taken.length === 0) return numbers
  const next = new Map(numbers)
  for (const { hubNo, numUnreadArticles, revision } of taken)
    next.set(hubNo, { hubNo, numUnreadArticles, revision })
  return next
}

/** Those of the hubs that one is in. */
export function unreadByHub(numbers: UnreadNumbers): UnreadView[] {
  return [...numbers.values()].filter(({ revision }) => revision !== LEFT)
}

export function totalUnread(numbers: UnreadNumbers): number {
  return unreadByHub(numbers).reduce((total, { numUnreadArticles }) => total + numUnreadArticles, 0)
}
