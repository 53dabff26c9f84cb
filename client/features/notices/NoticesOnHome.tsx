import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { NoticeRows } from './NoticeRows.tsx'
import { useShownNotices } from './notices.live.ts'

/** The notices that everybody sees now. */
export function NoticesOnHome({ onRead }: { onRead: (noticeNo: number) => void }) {
  const notices = useShownNotices()
  return (
    <Card className="notices-on-home" aria-labelledby="notices-on-home">
      <h2 id="notices-on-home">{t('notices.onHome')}</h2>
      {notices.length === 0 && <p className="manage-notices__aside">{t('notices.noneOnHome')}</p>}
      <NoticeRows notices={notices} onRead={onRead} />
    </Card>
  )
}
