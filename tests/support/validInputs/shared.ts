import type { AnyPath, InputAt } from '#tests/support/allCalls.ts'
import { type FixtureHub, type Fixtures, newRoom } from '#tests/support/fixtures.ts'
import type { TestUser } from '#tests/support/users.ts'

/** Null is a visitor. */
export type Caller = TestUser | null

export type Inputs = {
  [Path in AnyPath]: (fixtures: Fixtures, caller: Caller) => InputAt<Path> | Promise<InputAt<Path>>
}

export const emptyInput = () => ({})

/** Creates a hub that a call may use up; a visitor cannot. */
export function roomToSpend(fixtures: Fixtures, caller: Caller): Promise<FixtureHub> | FixtureHub {
  return caller === null ? fixtures.room : newRoom(fixtures)
}
