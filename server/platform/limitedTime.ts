import { createContext, Script } from 'node:vm'
import type { RunLimited } from '#protocol/publicPages.ts'

const sandbox: { work: () => unknown } = createContext({ work: () => null }) as { work: () => unknown }
const script = new Script('work()')

/**
 * Runs synchronous work that some texts make slow. V8 stops it after `ms` milliseconds at any point, so it must not
 * change shared state. Returns null if the work was stopped or threw.
 */
export const runLimited: RunLimited = <Result>(work: () => Result, ms: number) => {
  sandbox.work = work
  try {
    return script.runInContext(sandbox, { timeout: ms }) as Result
  } catch {
    return null
  }
}
