import { lazyPart } from '#client/platform/browser/lazyPart.ts'

/** The renderer with its parser: too much for a screen that may show no note. */
export const markdownPart = lazyPart(() => import('./Markdown.tsx').then(part => part.Markdown))
