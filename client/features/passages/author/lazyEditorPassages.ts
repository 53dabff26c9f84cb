import { idleComponent, lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'

const load = () => import('./EditorPassages.tsx')

export const EditorPassages = lazyComponent(
  lazyModule(() => load().then(part => part.EditorPassages)),
  null,
)

/** Loaded once the editor is on the screen. */
export const EditorPassagesToggle = idleComponent(
  lazyModule(() => load().then(part => part.EditorPassagesToggle)),
  null,
)
