import { useState } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { FailedDialog } from '#client/ui/FailedDialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

const ShareDialog = lazyComponent(
  lazyModule(() => import('./ShareDialog.tsx').then(part => part.ShareDialog)),
  FailedDialog,
)

/** Shares the note that is being written, as it is saved; null: it was not saved yet. */
export function EditorShare({ noteNo }: { noteNo: number | null }) {
  const [isOpen, setOpen] = useState(false)
  if (noteNo === null) return null
  const words = t('shares.fromEditor')
  return (
    <>
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={words}
        title={words}
        onClick={() => setOpen(true)}
      >
        <ToolIcon name="share" />
      </Button>
      {isOpen && <ShareDialog pending={null} noteNo={noteNo} onClose={() => setOpen(false)} />}
    </>
  )
}
