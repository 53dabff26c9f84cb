import type { UnreadView } from '#protocol/hubs.ts'
import { hasLeft, LEFT, type UnreadNumbers } from './unread.numbers.ts'

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
    all.filter(({ hubNo, revision, numUnreadArticles, isMuted }) => {
      const known = numbers.get(hubNo)
      if (known === undefined || known.revision === LEFT || revision > known.revision) return true
      if (revision < known.revision) return false
      return numUnreadArticles !== known.numUnreadArticles || (isMuted ?? known.isMuted) !== known.isMuted
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

function withNumbers(numbers: UnreadNumbers, taken: readonly UnreadView[]): UnreadNumbers {
  if (taken.length === 0) return numbers
  const next = new Map(numbers)
  for (const { hubNo, numUnreadArticles, revision, isMuted: told } of taken) {
    // Nodes of the release before do not tell it.
    const isMuted = told ?? numbers.get(hubNo)?.isMuted ?? false
    next.set(hubNo, { hubNo, numUnreadArticles, revision, isMuted })
  }
  return next
}
