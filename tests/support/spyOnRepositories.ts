import { onTestFinished, vi } from 'vitest'
import type { TestNode } from './node.ts'

/**
 * Notes, until the test has finished, which methods of the stores a node calls: the work that a request takes. Tell by it
 * whether requests that must be alike are.
 */
export function spyOnRepositories({ app }: TestNode) {
  let asked: string[] = []
  for (const [name, store] of Object.entries(app.context.stores)) {
    const methods = store as Record<string, (...args: unknown[]) => unknown>
    for (const method of Object.keys(methods)) {
      const original = methods[method]
      if (typeof original !== 'function') continue
      const spy = vi.spyOn(methods, method).mockImplementation((...args) => {
        asked.push(`${name}.${method}`)
        return original.apply(methods, args)
      })
      onTestFinished(() => spy.mockRestore())
    }
  }
  return {
    /** What was asked since the last time, in order. */
    since(): string[] {
      const since = asked
      asked = []
      return since
    },
  }
}
