import { createContext } from 'react'
import type { MarkdownTask } from '#protocol/markdown/task.rules.ts'

/** Whether the text is the main article of the screen. The URL can then point to its headings. */
export const IsArticle = createContext(false)

/** A prefix for the ids of a text, so that two texts on one page have different ids. */
export const TextId = createContext('')

/** Whether the reader is writing the text. Pictures of other sites are then shown without asking. */
export const IsAuthor = createContext(false)

/** Whether the content is inside a link or a label, which must not contain a button or another link. */
export const IsInsideInteractive = createContext(false)

/** Checks or unchecks a task; null if the reader is not allowed to. */
export const ToggleTask = createContext<((task: MarkdownTask, isDone: boolean) => void) | null>(null)

/** Navigates inside the app; null without a router, as in tests of the renderer. */
export const OpenInApp = createContext<((address: string, link: HTMLElement) => void) | null>(null)

/** How a page without scripts shows what the app renders in the browser. */
export interface StaticPage {
  /** MathML of a formula; null if its TeX is invalid or takes too long. */
  formula(tex: string, display: boolean): string | null
  /** The address from which the page loads a picture of this server; null if it cannot. */
  picture(address: string): string | null
}

/** Null in the app. */
export const StaticPageContext = createContext<StaticPage | null>(null)
/** Where `[[…]]` leads, and the words to show. */
export interface LinkedNote {
  words: string
  path: string
}

/** Finds the note of a link `[[…]]`; null if it leads nowhere. The context is null where no links are known. */
export const FindLinkedNote = createContext<((target: string) => LinkedNote | null) | null>(null)

/** The address of the notes with a tag. Null where tags lead nowhere. */
export const PathOfTag = createContext<((tag: string) => string) | null>(null)
