import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FailedDialog } from '#client/ui/Dialog.tsx'

/** Loaded when it is opened. */
export const FeedDialog = lazyComponent(
  lazyModule(() => import('./FeedDialog.tsx').then(part => part.FeedDialog)),
  FailedDialog,
)
