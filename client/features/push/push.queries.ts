import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { isDenied, openDevice, silenceDevice } from '#client/platform/browser/push.ts'
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

/** Where this device is, as the time of day goes. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** What its person can be told of why it did not work. */
export class NotTold extends Error {}

/** Has this device told. Rejects with NotTold when its owner, its browser or the server does not want it. */
export function useTurningOn() {
  const cache = useQueryClient()
  const { userNo } = useAtomValue(authAtom)
  return useMutation({
    async mutationFn(key: string) {
      const address = await openDevice(key, userNo).catch(() => {
        throw new NotTold(t('push.failed'))
      })
      if (address === null) throw new NotTold(isDenied() ? '' : t('push.failed'))
      const reply = await callApi(subscribePush, { ...address, timeZone: timeZone() })
      if (!reply.success) throw new NotTold(reply.message)
    },
    onError: () => void silenceDevice(),
    onSettled: () => cache.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}

export function useTurningOff() {
  const cache = useQueryClient()
  return useMutation({
    async mutationFn() {
      // Should the server not be reached, the browser shows nothing all the same.
      await silenceDevice()
      await callApi(endPush, {})
    },
    onSettled: () => cache.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}

/** Shown at once, and taken back when the server does not take it. */
export function useChoosing() {
  const cache = useQueryClient()
  const { queryKey } = pushQuery
  return useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: 'push' },
    async mutationFn(choices: PushChoices) {
      const reply = await callApi(choosePush, choices)
      if (!reply.success) throw new NotTold(reply.message)
    },
    onMutate(choices) {
      void cache.cancelQueries({ queryKey })
      cache.setQueryData<PushView>(queryKey, view => view && { ...view, choices })
    },
    onError: () => cache.invalidateQueries({ queryKey }),
  })
}
