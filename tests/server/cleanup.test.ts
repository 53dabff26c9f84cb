import pino from 'pino'
import { expect, test } from 'vitest'
import { killBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

/** Longer than any session lasts. */
const LONG_MS = 400 * 24 * 60 * 60_000

const logged: { step: string; msg: string; err: { message: string } }[] = []
let now = Date.now()

const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const [node] = await openNodes({ clock: () => new Date(now), log })

test('a step that fails is logged, and the steps after it run', async () => {
  const user = await newUser(node.url)
  const { jobs, repositories } = node.app.context
  killBefore(jobs, 'resume')
  killBefore(repositories.notes, 'settle')
  const before = new Date(now)
  now += LONG_MS
  await node.app.cleanUp()
  expect(logged.map(({ msg, step, err }) => [msg, step, err.message])).toEqual([
    ['cleanup failed', 'unfinished', 'killed before resume'],
    ['cleanup failed', 'pending notes', 'killed before settle'],
  ])
  expect(await repositories.sessions.findByUser(user.userNo, before)).toEqual([])
})
