import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hubEvents } from '#protocol/events.ts'
import { expectCommentCounts } from '#tests/support/commentCounts.ts'
import {
  HUBS,
  NOTES_PER_USER,
  openModelFixtures,
  PEOPLE,
  publishingSteps,
  type Step,
  writeNotes,
} from '#tests/support/modelFixtures.ts'
import { openTwoNodes } from '#tests/support/node.ts'
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
      kind: kind('comment', 'reply', 'rewrite', 'unsay', 'react', 'react'),
      who: userIndex,
      hub,
      isOn: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('commentOn', 'highlight', 'highlight', 'unhighlight'),
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

test('the sequences publish every hub event', () => {
  const kinds = new Set<string>(fc.sample(step, { numRuns: 2_000, seed: 1 }).map(taken => taken.kind))
  expect(Object.values(publishingSteps).filter(published => !kinds.has(published))).toEqual([])
})

const nodes = await openTwoNodes()
const users: TestUser[] = []
for (let place = 0; place < PEOPLE; place += 1)
  users.push(await newUser(place % 2 ? nodes.secondNode.url : nodes.firstNode.url))
await makeContacts(...users)
const notes = await Promise.all(users.map(writeNotes))

test(
  `${SEQUENCES} sequences end with every screen correct, and no socket receives events of other hubs`,
  () => fc.assert(fc.asyncProperty(moments, live), { numRuns: SEQUENCES, ...SEED }),
  SEQUENCE_MS * SEQUENCES + 60_000,
)

async function live(sequence: Step[][]): Promise<void> {
  const fixtures = await openModelFixtures(nodes, users, notes)
  try {
    for (const steps of sequence) {
      const before = await fixtures.members()
      const receivedBefore = new Map(fixtures.open().map(({ tab }) => [tab, tab.received.length]))
      await Promise.all(steps.map(fixtures.take))
      await fixtures.catchUp()
      const after = await fixtures.members()
      for (const { tab, person: user } of fixtures.open()) {
        const canRead = (hubNo: number) =>
          before.get(hubNo)?.includes(user.userNo) ||
          after.get(hubNo)?.includes(user.userNo) ||
          steps.some(taken => 'friend' in taken && fixtures.hubNos[taken.hub] === hubNo)
        const received = tab.received.slice(receivedBefore.get(tab) ?? 0)
        for (const hubNo of hubsReceivedOf(received))
          expect(canRead(hubNo), JSON.stringify(received)).toBe(true)
      }
    }
    await fixtures.waitUntilIdle()
    await expectScreensCorrect(fixtures.open())
    await expectCommentCounts(nodes.mongoUrl, fixtures.hubNos)
  } finally {
    await fixtures.close()
  }
}

function hubsReceivedOf(received: Received[]): number[] {
  return received.flatMap(({ name, payload }) => {
    const isMarker = 'hubNo' in payload && payload.hubNo < 0
    return name in hubEvents && 'hubNo' in payload && !isMarker ? [payload.hubNo] : []
  })
}
