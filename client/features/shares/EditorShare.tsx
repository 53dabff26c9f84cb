import { useRef, useState } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

const SharePopover = lazyComponent(
  lazyModule(() => import('./SharePopover.tsx').then(part => part.SharePopover)),
  FailedDialog,
)

/** Share button of the editor; null: the note is not saved yet. */
export function EditorShare({ noteNo }: { noteNo: number | null }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (noteNo === null) return null
  const label = t('shares.fromEditor')
  return (
    <>
      <Button
        ref={button}
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ToolIcon name="share" />
      </Button>
      {isOpen && (
        <SharePopover pending={null} noteNo={noteNo} anchor={button} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
