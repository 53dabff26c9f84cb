import type { ErrorCode } from '#protocol/call.ts'
import type { DocumentContent } from '#protocol/document/content.ts'
import { failureOf } from './documentErrors.ts'

export interface FlushedDocument {
  revision: number
  content: DocumentContent
}

interface Flush {
  /** The number of the last change that the server has to have. */
  change: number
  resolve: (flushed: FlushedDocument) => void
  reject: (error: Error) => void
}

/** Saves that wait until the server has what was typed before them. What is typed since does not count: who types on would never save. */
export function createFlushes() {
  const flushes = new Set<Flush>()
  return {
    add: (change: number) =>
      new Promise<FlushedDocument>((resolve, reject) => flushes.add({ change, resolve, reject })),
    resolve(hasChange: (change: number) => boolean, flushed: () => FlushedDocument): void {
      for (const flush of flushes) {
        if (!hasChange(flush.change)) continue
        flushes.delete(flush)
        flush.resolve(flushed())
      }
    },
    reject(error: ErrorCode): void {
      for (const flush of flushes) flush.reject(failureOf(error))
      flushes.clear()
    },
  }
}
