import { queryClient } from '#client/platform/calls/queryClient.ts'
import { blockedQuery } from './blocking.queries.ts'

/** Whether the user has blocked one of these people, as the server knows it now. Rejects when it cannot be asked. */
export async function hasBlockedOneOf(userNos: readonly number[]): Promise<boolean> {
  const blocked = await queryClient.fetchQuery({ ...blockedQuery, staleTime: 0 })
  return blocked.some(({ userNo }) => userNos.includes(userNo))
}
