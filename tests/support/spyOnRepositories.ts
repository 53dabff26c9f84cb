import { onTestFinished, vi } from 'vitest'
import type { TestNode } from './node.ts'

/**
 * Records until the end of the test which repository methods a node calls, that is, the work of a request. Tests use
 * it to compare requests that must do the same work.
 */
export function spyOnRepositories({ app }: TestNode) {
  let asked: string[] = []
  for (const [name, store] of Object.entries(app.context.repositories)) {
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
    /** The methods called since the previous call, in order. */
    takeCalls(): string[] {
      const calledMethods = asked
      asked = []
      return calledMethods
    },
  }
}
