import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  addPasskey,
  beginAddingPasskey,
  getPasskeys,
  type PasskeyView,
  removePasskey,
  renamePasskey,
} from '#protocol/passkeys.ts'
import { makePasskey } from './passkeys.browser.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await callApi(getPasskeys, {}, { signal })).passkeys,
  refetchOnMount: 'always',
})

/** Has the browser make one, and the server keep it. */
export function useAddPasskey() {
  return useMutation({
    async mutationFn() {
      const begun = await callApi(beginAddingPasskey, {})
      if (!begun.success) return begun
      return callApi(addPasskey, { credential: await makePasskey(begun.options) })
    },
    ...useTakingPasskeys(),
  })
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: (change: { passkeyId: string; name: string }) => callApi(renamePasskey, change),
    ...useTakingPasskeys(),
  })
}

/** Removes one by its id. */
export function useRemovePasskey() {
  return useMutation({
    mutationFn: (passkeyId: string) => callApi(removePasskey, { passkeyId }),
    ...useTakingPasskeys(),
  })
}

/** What there is after a change. */
function useTakingPasskeys() {
  const cache = useQueryClient()
  return {
    onSuccess: (reply: { success: boolean; passkeys?: PasskeyView[] }) => {
      if (reply.passkeys) cache.setQueryData(passkeysQuery.queryKey, reply.passkeys)
    },
    // It may be gone by another screen.
    onError: () => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  }
}
