import { createDrawer } from './drawer.ts'
import type { CodeJob, FormulaJob } from './drawn.ts'

// The engines come with the first formula and with the first code that names its language.

export const formulaDrawer = createDrawer<FormulaJob>(() =>
  opened(
    new Worker(new URL('./worker/math.worker.ts', import.meta.url), { type: 'module' }),
    import('./math.styles.ts'),
  ),
)

export const codeDrawer = createDrawer<CodeJob>(() =>
  opened(new Worker(new URL('./worker/code.worker.ts', import.meta.url), { type: 'module' })),
)

/** Resolves when the worker is ready and what else it needs is there. */
async function opened(worker: Worker, needed?: Promise<unknown>): Promise<Worker> {
  const ready = new Promise((resolve, reject) => {
    worker.onmessage = resolve
    worker.onerror = reject
  })
  try {
    await Promise.all([ready, needed])
  } catch (error) {
    worker.terminate()
    throw error
  }
  return worker
}
