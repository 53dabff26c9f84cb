import { paths } from '#client/paths.ts'
import { useGoBack } from '#client/platform/router/useGoBack.ts'
import { useQueryInAddress } from '#client/platform/router/useQueryInAddress.ts'
import { type NotificationFilter, notificationFilters } from '#protocol/inbox.ts'

/** What of 소식 is shown, and how to show something else. */
export interface Shown {
  /** Without it the list holds all. */
  only: NotificationFilter | undefined
  choose: (only: NotificationFilter | undefined) => void
  /** The settings stand in the list's place. */
  isSetting: boolean
  setSetting: (isSetting: boolean) => void
}

/** It stands in the address: whoever goes back comes from an entry to the list that they chose, and from the settings to the list. */
export function useShownInAddress(): Shown {
  const [params, goTo] = useQueryInAddress()
  const toList = useGoBack(paths.inbox)
  const only = notificationFilters.find(filter => filter === params.get('only'))
  return {
    only,
    choose: next => goTo(new URLSearchParams(next && { only: next })),
    isSetting: params.has('settings'),
    setSetting(isSetting) {
      if (isSetting) goTo(new URLSearchParams({ ...(only && { only }), settings: '' }))
      else toList()
    },
  }
}
