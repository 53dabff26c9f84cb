import { useAtomValue } from 'jotai'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { authAtom } from '#client/session/session.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { isAdministrator } from '#protocol/access.ts'
import { HiddenNotices } from './HiddenNotices.tsx'
import { NoticeForm } from './NoticeForm.tsx'
import { NoticePreview } from './NoticePreview.tsx'
import { NoticesOnHome } from './NoticesOnHome.tsx'
import { useNoticeForm } from './useNoticeForm.ts'
import './manageNotices.css'

/** For administrators alone; the server insists on it, too. */
export function ManageNoticesScreen() {
  const auth = useAtomValue(authAtom)
  return isAdministrator(auth) ? <ManageNotices /> : <Redirect to={paths.home} />
}

function ManageNotices() {
  const form = useNoticeForm()
  return (
    <div className="manage-notices">
      <ScreenTitle title={t('notices.manage')} />
      <p className="manage-notices__lead">{t('notices.lead')}</p>
      <NoticeForm form={form} />
      <div className="manage-notices__beside">
        <NoticePreview draft={form.draft} />
        <NoticesOnHome onRead={form.read} />
        <HiddenNotices onRead={form.read} />
      </div>
    </div>
  )
}
