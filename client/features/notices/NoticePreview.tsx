import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Card } from '#client/ui/Card.tsx'
import { NoticeItem } from './NoticeItem.tsx'
import type { NoticeDraft } from './useNoticeForm.ts'

/** What is being written as it will stand on the home screen. */
export function NoticePreview({ draft: { display, title, content } }: { draft: NoticeDraft }) {
  const [now] = useState(Date.now)
  return (
    <Card className="notice-preview" aria-labelledby="notice-preview">
      <h2 id="notice-preview">{t('notices.preview')}</h2>
      {display === '0' && <p className="manage-notices__aside">{t('notices.previewHidden')}</p>}
      <NoticeItem
        title={title.trim() || t('notices.previewTitle')}
        content={content.trim() || t('notices.previewContent')}
        timeCreated={now}
      />
    </Card>
  )
}
