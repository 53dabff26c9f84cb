import { getDefaultStore } from 'jotai'
import { leave } from './session.actions.ts'
import { forgetLeaver, forgetLeaving, isLeavingAtom, noteLeaver, noteLeaving } from './session.leaver.ts'
import { finishBeforeSigningOut } from './session.leaving.ts'
import { authAtom } from './session.ts'

/** First of all: the tab may be closed or loaded again in the next moment. */
export function beginSigningOut(): void {
  const { userNo, stays } = getDefaultStore().get(authAtom)
  if (stays) noteLeaver(userNo)
  noteLeaving(userNo)
}

/** Whoever began it is asked, and may stay. */
export function stopSigningOut(): void {
  forgetLeaver()
  forgetLeaving()
}

/**
 * Sends what waits to be sent, clears what the tab knows of the user, then tells the other tabs and the server; rejects
 * when that fails.
 */
export async function signOut(): Promise<void> {
  const { userNo } = getDefaultStore().get(authAtom)
  beginSigningOut()
  await finishBeforeSigningOut()
  // Another tab may have done it meanwhile, and somebody else be signed in.
  if (getDefaultStore().get(isLeavingAtom)) await leave(userNo)
}
