import type { App } from '#server/app.ts'

/** The nodes that run in this process, by address. */
export const runningApps = new Map<string, App>()
