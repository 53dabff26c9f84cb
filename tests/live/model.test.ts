import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hubEvents } from '#protocol/events.ts'
import type { Received } from '#tests/support/listener.ts'
import { HUBS, NOTES_EACH, openWorld, PEOPLE, type Step, writeNotes } from '#tests/support/modelWorld.ts'
import { makeContacts, newPerson, type Person } from '#tests/support/person.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'
import { expectThreadsCounted } from '#tests/support/threadsCounted.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** A few on every run; `npm run test:long` plays 500. */
const SEQUENCES = Number(process.env.MODEL_SEQUENCES ?? 8)
/** On a busy machine; an idle one takes a tenth. */
const SEQUENCE_MS = 4_000
/** Repeats a failed run, whose failure tells it, and looks for the shortest that fails, which takes long. */
const { MODEL_SEED } = process.env
const SEED = MODEL_SEED === undefined ? { endOnFailure: true } : { seed: Number(MODEL_SEED) }

/**
 * Whatever five people at two nodes do in four hubs, one after the other or at once: afterwards every screen shows what
 * a fresh reading tells, and at no moment did a socket hear of a hub that its user was not in.
 */
const who = fc.nat(PEOPLE - 1)
const friend = who
const hub = fc.nat(HUBS.length - 1)
const note = fc.nat(NOTES_EACH - 1)
const seq = fc.integer({ min: 1, max: 12 })
const kind = <Kind extends Step['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind('share', 'share', 'cancel'), who, hub, note }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('edit', 'edit', 'delete'), who, note }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('add', 'invite', 'expel'), who, hub, friend }) },
  { weight: 3, arbitrary: fc.record({ kind: kind('leave', 'read', 'read'), who, hub }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('mute', 'pin', 'name', 'pinNote', 'pinNote'),
      who,
      hub,
      isOn: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind('see'), who, hub, seq }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('open'), who, owner: who, note }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('comment', 'reply', 'rewrite', 'unsay', 'empathize', 'empathize'),
      who,
      hub,
      isOn: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('reconnect', 'reconnect', 'signInElsewhere'), who }) },
)
/** What happens in one moment happens at once. */
const moments = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 12 })

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let people: Person[]
let notes: number[][]

beforeAll(async () => {
  nodes = await startTwoNodes()
  people = []
  for (let place = 0; place < PEOPLE; place += 1)
    people.push(await newPerson(place % 2 ? nodes.there.url : nodes.here.url))
  await makeContacts(...people)
  notes = await Promise.all(people.map(writeNotes))
})
afterAll(() => nodes.stop())

test(
  `${SEQUENCES} sequences end with every screen true, and nobody hears what is not theirs`,
  async () => {
    await fc.assert(fc.asyncProperty(moments, live), { numRuns: SEQUENCES, ...SEED })
    process.stdout.write(
      `model: ${SEQUENCES} sequences, ${played.steps} steps in ${played.moments} moments; ${played.screens} screens true, ${played.events} events heard\n`,
    )
  },
  SEQUENCE_MS * SEQUENCES + 60_000,
)

/** What was played, to be printed. */
const played = { steps: 0, moments: 0, screens: 0, events: 0 }

async function live(sequence: Step[][]): Promise<void> {
  const world = await openWorld(nodes, people, notes)
  try {
    for (const steps of sequence) {
      const before = await world.members()
      const receivedBefore = new Map(world.open().map(({ tab }) => [tab, tab.received.length]))
      await Promise.all(steps.map(world.take))
      played.moments += 1
      played.steps += steps.length
      await world.catchUp()
      const after = await world.members()
      for (const { tab, person } of world.open()) {
        const canRead = (hubNo: number) =>
          before.get(hubNo)?.includes(person.userNo) ||
          after.get(hubNo)?.includes(person.userNo) ||
          steps.some(taken => 'friend' in taken && world.hubNos[taken.hub] === hubNo)
        const received = tab.received.slice(receivedBefore.get(tab) ?? 0)
        for (const hubNo of hubsReceivedOf(received))
          expect(canRead(hubNo), JSON.stringify(received)).toBe(true)
      }
    }
    await world.comeToRest()
    await expectTrue(world.open())
    await expectThreadsCounted(nodes.mongoUrl, world.hubNos)
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
