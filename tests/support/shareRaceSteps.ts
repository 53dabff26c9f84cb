import type { Stores } from '#server/context.ts'
import { justAfter, runBefore } from './interleave.ts'
import type { Person } from './person.ts'

export interface Sharing {
  stores: Stores
  hubNo: number
  author: Person
}
interface Moment {
  when: string
  isCounted: boolean
  /** Lets something happen then, in the next sharing. */
  at(sharing: Sharing, happening: () => Promise<unknown>): Promise<void>
}

const BEFORE_SAVED: Moment = {
  when: 'before the share is saved',
  isCounted: false,
  at: ({ stores }, happening) => runBefore(stores.sharing, 'save', happening),
}
export const AFTER_SAVED: Moment[] = [
  {
    when: 'before the share is announced',
    isCounted: true,
    at: ({ stores }, happening) => justAfter(stores.sharing, 'save', happening),
  },
  {
    when: 'before the hub counts it in turn',
    isCounted: false,
    at(sharing, happening) {
      shareInTurn(sharing)
      return runBefore(sharing.stores.hubs, 'countShare', happening)
    },
  },
  {
    when: 'before it is announced, counted in turn',
    isCounted: true,
    at(sharing, happening) {
      shareInTurn(sharing)
      return justAfter(sharing.stores.hubs, 'countShare', happening)
    },
  },
]
/**
 * When something else may happen during a sharing. A hub that is as it was read counts the share with the trip that
 * saves it, another one in turn.
 */
export const SHARING_MOMENTS = [BEFORE_SAVED, ...AFTER_SAVED]

/** Lets the next sharing find that its hub counted something since it was read. */
export function shareInTurn({ stores, hubNo, author }: Sharing): void {
  void runBefore(stores.sharing, 'save', () => stores.hubs.markRead(hubNo, author.userNo, 0))
}
