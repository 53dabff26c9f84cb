import { PUSH_GATHERED_MS } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'

/**
 * Something new happened to these people at a time: those of their devices that want it are told soon, unless it was seen by then.
 * Nobody waits for it; when it fails, no device is told, and the product itself tells it all the same.
 */
export function notifyDevices(context: Context, userNos: readonly number[], at: Date): void {
  if (userNos.length === 0) return
  const { stores, clock, backgroundTasks } = context
  const dueAt = new Date(clock().getTime() + PUSH_GATHERED_MS)
  backgroundTasks.run('noting what devices are to be told', () =>
    stores.pushDevices.noteDue(userNos, { at, dueAt }),
  )
}
