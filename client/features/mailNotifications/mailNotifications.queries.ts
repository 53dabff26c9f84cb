import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  chooseMail,
  getMailSettings,
  type MailChoices,
  type MailSettingsView,
  setMailDigest,
  turnOnMail,
} from '#protocol/mailNotifications.ts'

export const mailSettingsQuery = queryOptions({
  queryKey: ['mailSettings'],
  queryFn: ({ signal }) => callApi(getMailSettings, {}, { signal }),
  refetchOnMount: 'always',
})

/** Requests run one after the other, so the last choice wins. */
const scope = { id: 'mailSettings' }

/** Optimistic updates of the settings; refetched on failure. */
function useUpdate() {
  const cache = useQueryClient()
  const { queryKey } = mailSettingsQuery
  return {
    apply(change: (view: MailSettingsView) => MailSettingsView) {
      void cache.cancelQueries({ queryKey })
      cache.setQueryData<MailSettingsView>(queryKey, view => view && change(view))
    },
    refetch: () => cache.invalidateQueries({ queryKey }),
  }
}

export function useChooseMail() {
  const { apply, refetch } = useUpdate()
  return useMutation({
    scope,
    mutationFn: (choices: MailChoices) => callApi(chooseMail, choices),
    onMutate: choices => apply(view => ({ ...view, choices, isDefault: false })),
    onError: refetch,
  })
}

export function useSetMailDigest() {
  const { apply, refetch } = useUpdate()
  return useMutation({
    scope,
    mutationFn: (digest: { hubNo: number; isOn: boolean }) => callApi(setMailDigest, digest),
    onMutate: ({ hubNo, isOn }) =>
      apply(view => ({
        ...view,
        rooms: view.rooms.map(room => (room.hubNo === hubNo ? { ...room, hasDigest: isOn } : room)),
      })),
    onError: refetch,
  })
}

export function useTurnOnMail() {
  const { refetch } = useUpdate()
  return useMutation({ scope, mutationFn: () => callApi(turnOnMail, {}), onSettled: refetch })
}
