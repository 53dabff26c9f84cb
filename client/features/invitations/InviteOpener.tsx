import { useState } from 'react'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { FailedDialog } from '#client/ui/Dialog.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'

/** Loaded when it is opened. */
export const InviteDialog = lazyComponent(
  lazyModule(() => import('./InviteDialog.tsx').then(part => part.InviteDialog)),
  FailedDialog,
)

/** The button that opens the invitation dialog. */
export function InviteOpener({ hubNo }: { hubNo: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ToolIcon name="link" />
        {t('invitations.open')}
      </Button>
      {isOpen && <InviteDialog hubNo={hubNo} onClose={() => setOpen(false)} />}
    </>
  )
}
