import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'

/** Longer than anybody stays signed in. */
const LONG_MS = 400 * 24 * 60 * 60_000

const logged: { step: string; msg: string; err: { message: string } }[] = []
let node: TestNode
let now = Date.now()

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => new Date(now), log })
})
afterAll(() => node.stop())

test('a step that fails is logged, and those after it have their turn', async () => {
  const person = await newPerson(node.url)
  const { unfinished, stores } = node.app.context
  killBefore(unfinished, 'resume')
  killBefore(stores.notes, 'settle')
  const before = new Date(now)
  now += LONG_MS
  await node.app.cleanUp()
  expect(logged.map(({ msg, step, err }) => [msg, step, err.message])).toEqual([
    ['sweeping failed', 'unfinished', 'killed before resume'],
    ['sweeping failed', 'unsettled notes', 'killed before settle'],
  ])
  expect(await stores.sessions.ofUser(person.userNo, before)).toEqual([])
})
