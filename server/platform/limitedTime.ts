import { createContext, Script } from 'node:vm'
import type { RunLimited } from '#protocol/publicPages.ts'

const sandbox: { work: () => unknown } = createContext({ work: () => null }) as { work: () => unknown }
const script = new Script('work()')

/**
 * Runs synchronous work that a text can make slow. V8 ends it after the time, wherever it is: it must not leave anything
 * half done that others use. Returns null then, and if it throws.
 */
export const runLimited: RunLimited = <Result>(work: () => Result, ms: number) => {
  sandbox.work = work
  try {
    return script.runInContext(sandbox, { timeout: ms }) as Result
  } catch {
    return null
  }
}
