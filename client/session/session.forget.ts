import { forgetLeaving } from './session.leaver.ts'
import { leaveSession } from './session.ts'
import { resetViewStates } from './viewState.ts'

/** Clears what the tab knows of the user, apart from what was fetched. */
export function forgetUser(): void {
  leaveSession()
  forgetLeaving()
  resetViewStates()
}
