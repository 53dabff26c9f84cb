import { openWorker } from '#client/platform/browser/worker.ts'
import { createDrawer } from './drawer.ts'
import type { CodeJob, FormulaJob } from './drawn.ts'

// The engines come with the first formula and with the first code that names its language.

export const formulaDrawer = createDrawer<FormulaJob>(async () => {
  const styles = import('./math.styles.ts')
  // Reported by the await below.
  styles.catch(() => undefined)
  const worker = await openWorker(
    () => new Worker(new URL('./worker/math.worker.ts', import.meta.url), { type: 'module' }),
  )
  try {
    await styles
  } catch (error) {
    worker.terminate()
    throw error
  }
  return worker
})

export const codeDrawer = createDrawer<CodeJob>(() =>
  openWorker(() => new Worker(new URL('./worker/code.worker.ts', import.meta.url), { type: 'module' })),
)
