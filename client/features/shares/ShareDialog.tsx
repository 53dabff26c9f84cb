import { t } from '#client/platform/language/language.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { SharePanel } from './SharePanel.tsx'

interface ShareDialogProps {
  noteNo: number
  onClose: () => void
}

/** The share panel in a window of its own. */
export function ShareDialog({ noteNo, onClose }: ShareDialogProps) {
  return (
    <Dialog open onClose={onClose} title={t('shares.panel')}>
      <SharePanel noteNo={noteNo} isTitled />
    </Dialog>
  )
}
