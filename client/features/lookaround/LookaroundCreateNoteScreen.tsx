import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'

/** Whoever only reads does without it. */
export const sampleEditorPart = lazyModule(() =>
  import('./writing/SampleEditor.tsx').then(part => part.SampleEditor),
)
const SampleEditor = lazyComponent(sampleEditorPart, FailedScreen)

export function LookaroundCreateNoteScreen() {
  return <SampleEditor pending={<ScreenPending />} />
}
