import type { AnyPath } from '#tests/support/everyCall.ts'
import type { Person } from '#tests/support/person.ts'
import type { World } from '#tests/support/world.ts'
import { answers } from './answers.ts'

/** Whoever the call succeeds for; a visitor, who is null, only if nobody else. */
export function callerOf(world: World, path: AnyPath): Person | null {
  const asker = (['author', 'administrator', 'member', 'visitor'] as const).find(
    name => answers[path][name] === 'done',
  )
  return asker === undefined || asker === 'visitor' ? null : world[asker]
}
