import { getDefaultStore } from 'jotai'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import type { SignedInView } from '#protocol/accounts.ts'
import { authAtom, enterSession } from './session.ts'

/**
 * Goes on as the same person. When a backup was restored since, all that was fetched is of another life of the data: what no
 * screen shows goes, and what one shows is fetched anew in its place, so that what somebody is writing there stays.
 * Drafts are theirs and stay in any case.
 */
export function goOnInSession(reply: SignedInView): void {
  const { epoch } = getDefaultStore().get(authAtom)
  const isAnother = epoch !== '' && epoch !== reply.epoch
  if (isAnother) queryClient.removeQueries({ type: 'inactive' })
  enterSession(reply)
  if (isAnother) void queryClient.invalidateQueries()
}
