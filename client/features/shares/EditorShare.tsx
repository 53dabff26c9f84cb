import { useState } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

const ShareDialog = lazyComponent(
  lazyModule(() => import('./SharePanel.tsx').then(part => part.ShareDialog)),
  FailedDialog,
)

/** Share button of the editor; null: the note is not saved yet. */
export function EditorShare({ noteNo }: { noteNo: number | null }) {
  const [isOpen, setOpen] = useState(false)
  if (noteNo === null) return null
  const label = t('shares.fromEditor')
  return (
    <>
      <Button
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <ToolIcon name="share" />
      </Button>
      {isOpen && <ShareDialog pending={null} noteNo={noteNo} onClose={() => setOpen(false)} />}
    </>
  )
}
