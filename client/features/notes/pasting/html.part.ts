import { lazyModule } from '#client/platform/browser/lazyModule.ts'

/** What turns pages into markdown is fetched with the first page that is pasted. */
export const asMarkdownPart = lazyModule(() => import('./html.markdown.ts').then(part => part.asMarkdown))
