import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FailedLine } from '#client/ui/Message.tsx'

/** Loaded when it is shown. */
export const MailSettings = lazyComponent(
  lazyModule(() => import('./MailSettings.tsx').then(part => part.MailSettings)),
  FailedLine,
)
