import { queryClient } from '#client/platform/calls/queryClient.ts'
import { blockedQuery } from './blocking.queries.ts'

/** Asks the server whether the viewer has blocked one of these users. Rejects if the request fails. */
export async function hasBlockedAny(userNos: readonly number[]): Promise<boolean> {
  const blocked = await queryClient.fetchQuery({ ...blockedQuery, staleTime: 0 })
  return blocked.some(({ userNo }) => userNos.includes(userNo))
}
