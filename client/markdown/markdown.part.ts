import { lazyModule } from '#client/platform/browser/lazyModule.ts'

/** Lazy, because the renderer and its parser are too large for screens that may show no note. */
export const markdownPart = lazyModule(() => import('./Markdown.tsx').then(part => part.Markdown))
