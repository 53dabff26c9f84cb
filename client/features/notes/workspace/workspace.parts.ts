import { markdownPart } from '#client/markdown/markdown.part.ts'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'

/** What comes beside the desk rather than with it, by its route: the note is needed last, and is the heaviest. */
export const workspaceParts = {
  '/note': lazyModule(() => {
    // Beside the screen, not after it; the screen shows the text as it is written where this fails.
    markdownPart.load().catch(() => undefined)
    return import('#client/features/notes/reader/NoteScreen.tsx').then(part => part.NoteScreen)
  }),
}
