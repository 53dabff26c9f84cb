import { createContext } from 'react'
import type { WrittenTask } from './task.rules.ts'

/** Whether the text is the article of its screen: then its headings can be led to by the address. */
export const IsArticle = createContext(false)

/** Begins the ids of a text's own places, so that two texts on one page have none in common. */
export const TextId = createContext('')

/** Ticks a task, or takes the tick away; null where nobody may. */
export const TickTask = createContext<((task: WrittenTask, isDone: boolean) => void) | null>(null)

/** Opens an address of the app without loading a page; null where nothing can, as in a test of the renderer alone. */
export const OpenInApp = createContext<((address: string, link: HTMLElement) => void) | null>(null)
