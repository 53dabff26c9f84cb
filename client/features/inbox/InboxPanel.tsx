import { useState } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { NotificationFilter } from '#protocol/inbox.ts'
import { InboxView } from './InboxView.tsx'

/** 소식 over whichever screen is open. */
export function InboxPanel({ onClose }: { onClose: () => void }) {
  const [only, choose] = useState<NotificationFilter>()
  const [isSetting, setSetting] = useState(false)
  return (
    <InboxView
      title={<h2 className="inbox__title">{t('inbox.title')}</h2>}
      shown={{ only, choose, isSetting, setSetting }}
      dayHeading="h3"
      closing={
        <Button kind="quiet" className="inbox__tool" aria-label={t('inbox.close')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      }
      onLeave={onClose}
    />
  )
}
