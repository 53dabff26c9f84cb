import { lazyModule } from '#client/platform/browser/lazyModule.ts'

/** The renderer with its parser: too much for a screen that may show no note. */
export const markdownPart = lazyModule(() => import('./Markdown.tsx').then(part => part.Markdown))
