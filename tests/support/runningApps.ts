import type { App } from '#server/app.ts'

/** The nodes that run in this process, by the addresses they answer at. */
export const runningApps = new Map<string, App>()
