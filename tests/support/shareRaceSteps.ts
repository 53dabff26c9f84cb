import type { Repositories } from '#server/repositories.ts'
import { runAfter, runBefore } from './interleave.ts'
import type { TestUser } from './users.ts'

export interface ShareContext {
  repositories: Repositories
  hubNo: number
  author: TestUser
}
interface ShareRaceStep {
  when: string
  isCounted: boolean
  /** Runs an action at this step of the next share. */
  runAt(sharing: ShareContext, action: () => Promise<unknown>): Promise<void>
}

const BEFORE_SAVED: ShareRaceStep = {
  when: 'before the share is saved',
  isCounted: false,
  runAt: ({ repositories }, action) => runBefore(repositories.createShare, 'save', action),
}
export const AFTER_SAVED: ShareRaceStep[] = [
  {
    when: 'before the share is published',
    isCounted: true,
    runAt: ({ repositories }, action) => runAfter(repositories.createShare, 'save', action),
  },
  {
    when: 'before the share is counted separately',
    isCounted: false,
    runAt(sharing, action) {
      shareInTurn(sharing)
      return runBefore(sharing.repositories.hubs, 'recordShare', action)
    },
  },
  {
    when: 'before a separately counted share is published',
    isCounted: true,
    runAt(sharing, action) {
      shareInTurn(sharing)
      return runAfter(sharing.repositories.hubs, 'recordShare', action)
    },
  },
]
/**
 * The steps of a share at which something else may happen. A hub that is unchanged since it was read counts the share
 * with the same operation that saves it; otherwise counting is a separate step.
 */
export const SHARE_RACE_STEPS = [BEFORE_SAVED, ...AFTER_SAVED]

/** Makes the hub of the next share count something between the read and the save. */
export function shareInTurn({ repositories, hubNo, author }: ShareContext): void {
  void runBefore(repositories.createShare, 'save', () => repositories.hubs.markRead(hubNo, author.userNo, 0))
}
