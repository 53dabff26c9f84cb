import { TOGETHER_SAVE_MAX_MS, TOGETHER_SAVE_MS } from '#protocol/limits.ts'

/** Saves documents after a pause in the changes, and at least every TOGETHER_SAVE_MAX_MS. */
export interface DocumentSaves {
  /** The document was changed. */
  schedule(documentId: string): void
  /** Saves at once. A failed save is repeated later, by any node. */
  flush(documentId: string): Promise<void>
  /** Saves nothing any more; other nodes will. */
  stop(): void
}

/** `run` starts work in the background and logs its failure. */
export function createDocumentSaves(
  run: (work: () => Promise<void>) => void,
  save: (documentId: string) => Promise<void>,
): DocumentSaves {
  const scheduled = new Map<string, { latest: number; timer: NodeJS.Timeout }>()
  return {
    schedule(documentId) {
      const earlier = scheduled.get(documentId)
      clearTimeout(earlier?.timer)
      const latest = earlier?.latest ?? Date.now() + TOGETHER_SAVE_MAX_MS
      const saveNow = () => {
        scheduled.delete(documentId)
        run(() => save(documentId))
      }
      const timer = setTimeout(saveNow, Math.min(TOGETHER_SAVE_MS, latest - Date.now())).unref()
      scheduled.set(documentId, { latest, timer })
    },
    async flush(documentId) {
      clearTimeout(scheduled.get(documentId)?.timer)
      scheduled.delete(documentId)
      await new Promise<void>(resolve => run(() => save(documentId).finally(resolve)))
    },
    stop() {
      for (const { timer } of scheduled.values()) clearTimeout(timer)
      scheduled.clear()
    },
  }
}
