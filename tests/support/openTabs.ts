/** Closes each socket and screen that a test has opened; they close when it ends. */
export const openTabs = new Set<() => void>()
