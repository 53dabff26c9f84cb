import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import {
  endInvitation,
  getInvitations,
  joinByInvitation,
  lookAtInvitation,
  makeInvitation,
  removeMember,
} from '#protocol/invitations.ts'
import { madeLinksAtom } from './invitations.state.ts'

/** The links that lead into a hub. No event tells of those that are made or ended: whoever looks asks again. */
export const invitationsQuery = (hubNo: number) =>
  queryOptions({
    queryKey: ['invitations', hubNo],
    queryFn: async ({ signal }) => (await callApi(getInvitations, { hubNo }, { signal })).invitations,
    refetchOnMount: 'always',
  })

/** How many came by each link is told anew as soon as the hub's members change. */
export function useLiveInvitations(hubNo: number): void {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = invitationsQuery(hubNo)
    const refetch = () => refetchQueries(cache, queryKey)
    return asOne([
      onEvent('members:changed', members => members.hubNo === hubNo && refetch()),
      onResync(refetch),
    ])
  }, [cache, hubNo])
}

/** An invitation, as it is for this user; 0 is a visitor. */
export const receivedInvitationQuery = (token: string, userNo: number) =>
  queryOptions({
    queryKey: ['invitation', token, userNo],
    queryFn: ({ signal }) => callApi(lookAtInvitation, { token }, { signal }),
    refetchOnMount: 'always',
  })

/** The token of the new link is kept in this tab. */
export function useMakeInvitation(hubNo: number) {
  const cache = useQueryClient()
  const keep = useSetAtom(madeLinksAtom)
  return useMutation({
    async mutationFn({ replaced }: { replaced?: number }) {
      if (replaced !== undefined) await callApi(endInvitation, { hubNo, makerNo: replaced })
      return callApi(makeInvitation, { hubNo })
    },
    onSuccess(reply) {
      if (!reply.success) return
      const { token, invitation } = reply
      keep(links => new Map(links).set(hubNo, { token, madeAt: invitation.madeAt }))
    },
    onSettled: () => cache.invalidateQueries({ queryKey: invitationsQuery(hubNo).queryKey }),
  })
}

export function useEndInvitation(hubNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (makerNo: number) => callApi(endInvitation, { hubNo, makerNo }),
    onSettled: () => cache.invalidateQueries({ queryKey: invitationsQuery(hubNo).queryKey }),
  })
}

/** The new room is told by its event. */
export function useJoin() {
  return useMutation({ mutationFn: (token: string) => callApi(joinByInvitation, { token }) })
}

/** What comes of it is told by its event. */
export function useRemoveMember(hubNo: number) {
  return useMutation({ mutationFn: (userNo: number) => callApi(removeMember, { hubNo, userNo }) })
}
