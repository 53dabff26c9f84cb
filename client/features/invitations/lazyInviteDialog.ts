import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FailedDialog } from '#client/ui/Dialog.tsx'

/** Loaded when it is opened. */
export const InviteDialog = lazyComponent(
  lazyModule(() => import('./InviteDialog.tsx').then(part => part.InviteDialog)),
  FailedDialog,
)
