import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import {
  deviceEndpoint,
  disablePush,
  isDenied,
  isPushEnabledFor,
  subscribeToPush,
} from '#client/platform/browser/push.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import {
  choosePush,
  endPush,
  getPush,
  type PushChoices,
  type PushView,
  subscribePush,
} from '#protocol/push.ts'

export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => callApi(getPush, {}, { signal }),
  refetchOnMount: 'always',
})

const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A failure with a message for the user. */
export class PushError extends Error {}

/** Subscribes this device. Rejects with PushError if the user, the browser or the server refuses. */
export function useSubscribePush() {
  const cache = useQueryClient()
  const { userNo } = useAtomValue(authAtom)
  return useMutation({
    async mutationFn(key: string) {
      const address = await subscribeToPush(key, userNo).catch(() => {
        throw new PushError(t('push.failed'))
      })
      if (address === null) throw new PushError(isDenied() ? '' : t('push.failed'))
      const reply = await callApi(subscribePush, { ...address, timeZone: timeZone() })
      if (!reply.success) throw new PushError(reply.message)
    },
    onError: () => void disablePush(),
    onSettled: () => cache.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}

export function useUnsubscribePush() {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn() {
      // Unsubscribe in the browser first, so that it shows nothing even if the server is unreachable.
      await disablePush()
      await callApi(endPush, {})
    },
    onSettled: () => cache.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}

/** Optimistic update; refetched on failure. */
export function useUpdatePushChoices() {
  const cache = useQueryClient()
  const { queryKey } = pushQuery
  return useMutation({
    // Requests run one after the other, so the last choice wins.
    scope: { id: 'push' },
    async mutationFn(choices: PushChoices) {
      const reply = await callApi(choosePush, choices)
      if (!reply.success) throw new PushError(reply.message)
    },
    onMutate(choices) {
      void cache.cancelQueries({ queryKey })
      cache.setQueryData<PushView>(queryKey, view => view && { ...view, choices })
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  })
}

/**
 * Browsers revoke subscriptions now and then, and a server's key may change. Renews the subscription if
 * this user wants push here. Sends no request while the subscription is intact.
 */
export async function repairSubscription(userNo: number): Promise<void> {
  if (!isPushEnabledFor(userNo) || (await deviceEndpoint()) !== null) return
  const { key } = await callApi(getPush, {})
  const address = await subscribeToPush(key, userNo)
  if (address) await callApi(subscribePush, { ...address, timeZone: timeZone() })
}
