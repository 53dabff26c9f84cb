import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { FeedControls } from './FeedControls.tsx'
import '#client/ui/listRow.css'

/** The feed of a room. */
export function FeedDialog({ hubNo, name, onClose }: { hubNo: number; name: string; onClose: () => void }) {
  return (
    <Dialog open title={t('feeds.title')} onClose={onClose}>
      <div className="feed-dialog">
        <p>{t('feeds.lead')}</p>
        <FeedControls hubNo={hubNo} name={name} detail={t('feeds.roomMore')} />
      </div>
    </Dialog>
  )
}
