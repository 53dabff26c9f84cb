import { useQuery } from '@tanstack/react-query'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { LoadFailure } from '#client/ui/LoadFailure.tsx'
import { NoticeRows } from './NoticeRows.tsx'
import { hiddenNoticesQuery } from './notices.queries.ts'

/** The notices that nobody sees now: without them listed, only whoever knows a number finds one again. */
export function HiddenNotices({ onRead }: { onRead: (noticeNo: number) => void }) {
  const hidden = useQuery(hiddenNoticesQuery)
  return (
    <Card className="notices-on-home" aria-labelledby="hidden-notices">
      <h2 id="hidden-notices">{t('notices.hiddenOnes')}</h2>
      <LoadFailure query={hidden} />
      {hidden.data?.length === 0 && <p className="manage-notices__aside">{t('notices.noneHidden')}</p>}
      <NoticeRows notices={hidden.data ?? []} onRead={onRead} />
    </Card>
  )
}
