import { getDefaultStore } from 'jotai'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { authAtom } from './session.ts'

/**
 * For what is sent later than it was written: a call is made in the name of whoever is signed in at that moment, so what one person has
 * written is never sent when somebody else is by then. Throws CallFailed, as if the server had said that this person is not signed in.
 */
export function requireUser(userNo: number): void {
  if (getDefaultStore().get(authAtom).userNo !== userNo)
    throw new CallFailed({ code: 'notSignedIn', status: 401 })
}
