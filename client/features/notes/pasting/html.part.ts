import { lazyPart } from '#client/platform/browser/lazyPart.ts'

/** What turns pages into markdown is fetched with the first page that is pasted. */
export const asMarkdownPart = lazyPart(() => import('./html.markdown.ts').then(part => part.asMarkdown))
