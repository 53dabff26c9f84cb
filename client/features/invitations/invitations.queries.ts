import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { callAndCacheUnread } from '#client/live/unread.cache.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { authAtom } from '#client/session/session.ts'
import { persistedViewStateAtom, viewStateAtom } from '#client/session/viewState.ts'
import { createHub } from '#protocol/hubs.ts'
import {
  endInvitation,
  getInvitations,
  joinByInvitation,
  lookAtInvitation,
  makeInvitation,
  removeMember,
} from '#protocol/invitations.ts'

/**
 * The invitation token of this tab, kept during sign-up and sign-in. It is removed from the URL at once, so
 * that no history contains it.
 */
export const receivedInvitationAtom = persistedViewStateAtom<{ token: string | null }>(
  { token: null },
  'invitation',
)

/** A link created in this tab. The server cannot show its token again. */
export interface CreatedLink {
  token: string
  madeAt: string
}

/** By hub number, until the page is reloaded. */
export const createdLinksAtom = viewStateAtom<ReadonlyMap<number, CreatedLink>>(new Map())

/** The active links of a hub. No event reports created or ended links, so refetch on mount. */
export const invitationsQuery = (hubNo: number) =>
  queryOptions({
    queryKey: ['invitations', hubNo],
    queryFn: async ({ signal }) => (await callApi(getInvitations, { hubNo }, { signal })).invitations,
    refetchOnMount: 'always',
  })

/** Refetches the use counts when the members of the hub change. */
export function useLiveInvitations(hubNo: number): void {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = invitationsQuery(hubNo)
    const refetch = () => refetchQueries(cache, queryKey)
    return combineCleanups([
      onEvent('members:changed', members => members.hubNo === hubNo && refetch()),
      onResync(refetch),
    ])
  }, [cache, hubNo])
}

/** An invitation as this user sees it; `userNo` is 0 for a visitor. */
export const receivedInvitationQuery = (token: string, userNo: number) =>
  queryOptions({
    queryKey: ['invitation', token, userNo],
    queryFn: ({ signal }) => callApi(lookAtInvitation, { token }, { signal }),
    refetchOnMount: 'always',
  })

/** The number of the viewer's room without other members, which is created unless it exists. The hub event lists it. */
export function useCreateOwnHub() {
  const { userNo } = useAtomValue(authAtom)
  return useMutation({
    async mutationFn() {
      const reply = await callAndCacheUnread(createHub, { candidatesJSON: JSON.stringify([userNo]) })
      if (reply.success) return reply.hubNo
      if (reply.existingHubNo !== undefined) return reply.existingHubNo
      throw new CallFailed({ code: 'invalid', status: 200, message: reply.message })
    },
  })
}

/** Creates a link and remembers its token in this tab. */
export function useCreateInvitation() {
  const cache = useQueryClient()
  const setLinks = useSetAtom(createdLinksAtom)
  return useMutation({
    async mutationFn({ hubNo, replacedMakerNo }: { hubNo: number; replacedMakerNo?: number }) {
      if (replacedMakerNo !== undefined) await callApi(endInvitation, { hubNo, makerNo: replacedMakerNo })
      return callApi(makeInvitation, { hubNo })
    },
    onSuccess(reply, { hubNo }) {
      if (!reply.success) return
      const { token, invitation } = reply
      setLinks(links => new Map(links).set(hubNo, { token, madeAt: invitation.madeAt }))
    },
    onSettled: (_reply, _error, { hubNo }) =>
      cache.invalidateQueries({ queryKey: invitationsQuery(hubNo).queryKey }),
  })
}

export function useEndInvitation(hubNo: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (makerNo: number) => callApi(endInvitation, { hubNo, makerNo }),
    onSettled: () => cache.invalidateQueries({ queryKey: invitationsQuery(hubNo).queryKey }),
  })
}

/** The hub event adds the new room. */
export function useJoin() {
  return useMutation({ mutationFn: (token: string) => callApi(joinByInvitation, { token }) })
}

/** The hub event updates the members. */
export function useRemoveMember(hubNo: number) {
  return useMutation({ mutationFn: (userNo: number) => callApi(removeMember, { hubNo, userNo }) })
}
