import { markdownPart } from '#client/markdown/markdown.part.ts'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'

/** Parts of the workspace that load separately, by route. The note is needed last and is the largest. */
export const workspaceParts = {
  '/note': lazyModule(() => {
    // Loads in parallel with the screen. The screen shows the source text if this fails.
    markdownPart.load().catch(() => undefined)
    return import('#client/features/notes/reader/NoteScreen.tsx').then(part => part.NoteScreen)
  }),
}
