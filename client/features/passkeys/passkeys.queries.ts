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
import { createPasskey } from './passkeys.browser.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await callApi(getPasskeys, {}, { signal })).passkeys,
  refetchOnMount: 'always',
})

/** Creates a passkey in the browser and registers it on the server. */
export function useAddPasskey() {
  return useMutation({
    async mutationFn() {
      const start = await callApi(beginAddingPasskey, {})
      if (!start.success) return start
      return callApi(addPasskey, { credential: await createPasskey(start.options) })
    },
    ...usePasskeysUpdate(),
  })
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: (change: { passkeyId: string; name: string }) => callApi(renamePasskey, change),
    ...usePasskeysUpdate(),
  })
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (passkeyId: string) => callApi(removePasskey, { passkeyId }),
    ...usePasskeysUpdate(),
  })
}

/** Caches the passkeys from the response. */
function usePasskeysUpdate() {
  const cache = useQueryClient()
  return {
    onSuccess: (reply: { success: boolean; passkeys?: PasskeyView[] }) => {
      if (reply.passkeys) cache.setQueryData(passkeysQuery.queryKey, reply.passkeys)
    },
    // Another tab may have removed it.
    onError: () => cache.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  }
}
