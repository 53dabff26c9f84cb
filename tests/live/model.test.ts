import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hubEvents } from '#protocol/events.ts'
import { expectCommentCounts } from '#tests/support/commentCounts.ts'
import { HUBS, NOTES_PER_USER, openWorld, PEOPLE, type Step, writeNotes } from '#tests/support/modelWorld.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import type { Received } from '#tests/support/testSocket.ts'
import { makeContacts, newUser, type TestUser } from '#tests/support/users.ts'

/** A few sequences on every run; `npm run test:long` plays 500. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 8)
/** Time limit on a busy machine; an idle one takes a tenth. */
const SEQUENCE_MS = 4_000
/**
 * Repeats a failed run, whose failure prints the seed, and searches for the shortest failing sequence, which takes
 * long.
 */
const { MODEL_SEED } = process.env
const SEED = MODEL_SEED === undefined ? { endOnFailure: true } : { seed: Number(MODEL_SEED) }

/**
 * Random actions of five users at two nodes in four hubs, sequential or concurrent. Afterwards every screen must show
 * what a fresh request returns, and no socket may ever receive an event of a hub that its user was not in.
 */
const userIndex = fc.nat(PEOPLE - 1)
const friend = userIndex
const hub = fc.nat(HUBS.length - 1)
const note = fc.nat(NOTES_PER_USER - 1)
const seq = fc.integer({ min: 1, max: 12 })
const kind = <Kind extends Step['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('share', 'share', 'cancel'), who: userIndex, hub, note }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('edit', 'edit', 'delete'), who: userIndex, note }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('add', 'invite', 'expel'), who: userIndex, hub, friend }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('leave', 'read', 'read'), who: userIndex, hub }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('mute', 'pin', 'name', 'pinNote', 'pinNote'),
      who: userIndex,
      hub,
      isOn: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('see'), who: userIndex, hub, seq }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('open'), who: userIndex, owner: userIndex, note }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('comment', 'reply', 'rewrite', 'unsay', 'empathize', 'empathize'),
      who: userIndex,
      hub,
      isOn: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('reconnect', 'reconnect', 'signInElsewhere'), who: userIndex }),
  },
)
/** The actions of one moment run concurrently. */
const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 })

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let users: TestUser[]
let notes: number[][]

beforeAll(async () => {
  nodes = await startTwoNodes()
  users = []
  for (let place = 0; place < PEOPLE; place += 1)
    users.push(await newUser(place % 2 ? nodes.secondNode.url : nodes.firstNode.url))
  await makeContacts(...users)
  notes = await Promise.all(users.map(writeNotes))
})
afterAll(() => nodes.stop())

test(
  `${SEQUENCES} sequences end with every screen correct, and no socket receives events of other hubs`,
  async () => {
    await fc.assert(fc.asyncProperty(moments, live), { numRuns: SEQUENCES, ...SEED })
    process.stdout.write(
      `model: ${SEQUENCES} sequences, ${played.steps} steps in ${played.moments} moments; ${played.screens} screens true, ${played.events} events heard\n`,
    )
  },
  SEQUENCE_MS * SEQUENCES + 60_000,
)

/** Statistics of the run, to be printed. */
const played = { steps: 0, moments: 0, screens: 0, events: 0 }

async function live(sequence: Step[][]): Promise<void> {
  const world = await openWorld(nodes, users, notes)
  try {
    for (const steps of sequence) {
      const before = await world.members()
      const receivedBefore = new Map(world.open().map(({ tab }) => [tab, tab.received.length]))
      await Promise.all(steps.map(world.take))
      played.moments += 1
      played.steps += steps.length
      await world.catchUp()
      const after = await world.members()
      for (const { tab, person: user } of world.open()) {
        const canRead = (hubNo: number) =>
          before.get(hubNo)?.includes(user.userNo) ||
          after.get(hubNo)?.includes(user.userNo) ||
          steps.some(taken => 'friend' in taken && world.hubNos[taken.hub] === hubNo)
        const received = tab.received.slice(receivedBefore.get(tab) ?? 0)
        for (const hubNo of hubsReceivedOf(received))
          expect(canRead(hubNo), JSON.stringify(received)).toBe(true)
      }
    }
    await world.waitUntilIdle()
    await expectScreensCorrect(world.open())
    await expectCommentCounts(nodes.mongoUrl, world.hubNos)
    played.screens += world.open().length
    for (const { tab } of world.open()) played.events += tab.received.length
  } finally {
    await world.close()
  }
}

function hubsReceivedOf(received: Received[]): number[] {
  return received.flatMap(({ name, payload }) => {
    const isMarker = 'hubNo' in payload && payload.hubNo < 0
    return name in hubEvents && 'hubNo' in payload && !isMarker ? [payload.hubNo] : []
  })
}
