import { t } from '#client/platform/language/language.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { InboxView } from './InboxView.tsx'
import { useShownInAddress } from './shownInAddress.ts'
import './inboxScreen.css'

/** 소식 at an address of its own. */
export function InboxScreen() {
  const shown = useShownInAddress()
  return (
    <div className="inbox-screen">
      <InboxView title={<ScreenTitle title={t('inbox.title')} />} shown={shown} dayHeading="h2" />
    </div>
  )
}
