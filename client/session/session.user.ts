import { getDefaultStore } from 'jotai'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { authAtom } from './session.ts'

/**
 * Throws CallFailed `notSignedIn` unless this user is signed in. Call it before sending content that was written earlier: calls are made
 * in the name of the current user, who may be somebody else by then.
 */
export function requireUser(userNo: number): void {
  if (getDefaultStore().get(authAtom).userNo !== userNo)
    throw new CallFailed({ code: 'notSignedIn', status: 401 })
}
