import { t } from '#client/platform/language/language.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { InboxView } from './InboxView.tsx'
import './inboxScreen.css'

/** 소식 at an address of its own. */
export function InboxScreen() {
  return (
    <div className="inbox-screen">
      <InboxView title={<ScreenTitle title={t('inbox.title')} />} dayHeading="h2" />
    </div>
  )
}
