import type { TestNode } from './node.ts'

/** Notes which methods of the stores a node calls: what a request costs, whatever it is answered. */
export function storesAsked({ app }: TestNode) {
  let asked: string[] = []
  const undo: (() => void)[] = []
  for (const [name, store] of Object.entries(app.context.stores)) {
    const methods = store as Record<string, (...args: unknown[]) => unknown>
    for (const [method, original] of Object.entries(methods)) {
      methods[method] = (...args) => {
        asked.push(`${name}.${method}`)
        return original(...args)
      }
      undo.push(() => {
        methods[method] = original
      })
    }
  }
  return {
    /** What was asked since the last time, in order. */
    since(): string[] {
      const since = asked
      asked = []
      return since
    },
    stop(): void {
      for (const restore of undo) restore()
    },
  }
}
