import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'

/** Whoever only reads does without it. */
export const sampleEditorPart = lazyPart(() =>
  import('./writing/SampleEditor.tsx').then(part => part.SampleEditor),
)
const SampleEditor = lazyComponent(sampleEditorPart)

export function LookaroundCreateNoteScreen() {
  return <SampleEditor pending={<ScreenPending />} />
}
