import { TOGETHER_SAVE_MAX_MS, TOGETHER_SAVE_MS } from '#protocol/limits.ts'

/** Saves documents after a pause in the changes, and at least every TOGETHER_SAVE_MAX_MS. */
export interface DocumentSaves {
  /** The document was changed. */
  schedule(documentId: string): void
  /** Saves nothing any more; other nodes will. */
  stop(): void
}

export function createDocumentSaves(save: (documentId: string) => void): DocumentSaves {
  const scheduled = new Map<string, { latest: number; timer: NodeJS.Timeout }>()
  return {
    schedule(documentId) {
      const earlier = scheduled.get(documentId)
      clearTimeout(earlier?.timer)
      const latest = earlier?.latest ?? Date.now() + TOGETHER_SAVE_MAX_MS
      const run = () => {
        scheduled.delete(documentId)
        save(documentId)
      }
      const timer = setTimeout(run, Math.min(TOGETHER_SAVE_MS, latest - Date.now())).unref()
      scheduled.set(documentId, { latest, timer })
    },
    stop() {
      for (const { timer } of scheduled.values()) clearTimeout(timer)
      scheduled.clear()
    },
  }
}
