import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { useGoBack } from '#client/platform/router/navigation.ts'
import { useQueryParameters } from '#client/platform/router/queryParameters.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { notificationFilters } from '#protocol/inbox.ts'
import { InboxView, type InboxViewState } from './InboxView.tsx'
import './inbox.css'

export function InboxScreen() {
  const state = useInboxStateInUrl()
  return (
    <div className="inbox-screen">
      <InboxView title={<ScreenTitle title={t('inbox.title')} />} state={state} dayHeading="h2" />
    </div>
  )
}

/** Keeps filter and settings in the URL, so that "back" leads to the filtered list. */
function useInboxStateInUrl(): InboxViewState {
  const [params, goTo] = useQueryParameters()
  const goToList = useGoBack(paths.inbox)
  const only = notificationFilters.find(filter => filter === params.get('only'))
  return {
    only,
    setFilter: nextFilter => goTo(new URLSearchParams(nextFilter && { only: nextFilter })),
    isSettingsOpen: params.has('settings'),
    setSettingsOpen(isSettingsOpen) {
      if (isSettingsOpen) goTo(new URLSearchParams({ ...(only && { only }), settings: '' }))
      else goToList()
    },
  }
}
