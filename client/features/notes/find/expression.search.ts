import { openWorker } from '#client/platform/browser/openWorker.ts'
import { TimeLimitError, withTimeLimit } from '#client/platform/browser/timers.ts'
import type { FindQuery, Match } from './find.rules.ts'

export interface ExpressionRequest {
  text: string
  query: FindQuery
}

/** The matches, or why there are none: not a regular expression, too slow, or the worker cannot be loaded. */
export type ExpressionResult = Match[] | 'invalid' | 'tooSlow' | 'unavailable'

export interface ExpressionSearch {
  search: (request: ExpressionRequest) => Promise<ExpressionResult>
  stop: () => void
}

/** An expression can take longer than the age of the universe. In milliseconds; an ordinary one takes less than one. */
const TIME_LIMIT_MS = 400

/** Searches regular expressions in a worker, which is ended when it takes too long. One request at a time. */
export function createExpressionSearch(): ExpressionSearch {
  let opening: Promise<Worker> | null = null

  function stop(): void {
    void opening?.then(worker => worker.terminate()).catch(() => undefined)
    opening = null
  }

  async function search(request: ExpressionRequest): Promise<ExpressionResult> {
    let worker: Worker
    try {
      opening ??= openWorker(
        () => new Worker(new URL('./expression.worker.ts', import.meta.url), { type: 'module' }),
      )
      worker = await opening
    } catch {
      stop()
      return 'unavailable'
    }
    try {
      return await withTimeLimit(() => ask(worker, request), TIME_LIMIT_MS)
    } catch (error) {
      stop()
      return error instanceof TimeLimitError ? 'tooSlow' : 'unavailable'
    }
  }

  return { search, stop }
}

function ask(worker: Worker, request: ExpressionRequest): Promise<ExpressionResult> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ExpressionResult>) => resolve(data)
    worker.onerror = reject
    worker.postMessage(request)
  })
}
