import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { shareNote } from '#protocol/shares.ts'
import { call } from '#tests/support/call.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { openScreen, type Screen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { SHARE_RACE_STEPS } from '#tests/support/shareRaceSteps.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, PASSWORD, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** A user signs in at one node while the other node changes something about them. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: TestUser
let reader: TestUser
let catchUp: (...tabs: TestSocket[]) => Promise<void>

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newUser(nodes.firstNode.url)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  reader = await newUser(nodes.firstNode.url)
  catchUp = await createCatchUp(author, reader)
})

test.each(SHARE_RACE_STEPS)(
  'a user who signs in $when has the note on both screens, with one unread note',
  async ({ runAt }) => {
    const hubNo = await makeHub(author, reader, await newUser(nodes.firstNode.url))
    const noteNo = await writeNote(author)
    const screens: Screen[] = [await openScreen(reader)]
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })

    const race = runAt(
      { repositories: nodes.firstNode.app.context.repositories, hubNo, author },
      async () => {
        screens.push(await openScreen(await signInUser(nodes.secondNode.url, reader.email)))
      },
    )
    await author.call(shareNote, { hubNo, noteNo })
    await race
    await catchUp(...screens.map(({ tab }) => tab))
    await Promise.all(screens.map(screen => screen.settled()))

    await expectScreensCorrect(screens)
    for (const screen of screens) {
      expect(screen.discussions().get(hubNo)?.notes).toMatchObject([{ noteNo, isNew: true }])
      expect(screen.unread().get(hubNo)?.numUnreadArticles).toBe(1)
    }
  },
)

test.each<[string, () => Promise<unknown>]>([
  ['their password is changed', () => reader.call(updateMyInfo, { password: '새 비밀번호 77' })],
  ['their account is deleted', () => reader.call(deleteAccount, { password: PASSWORD })],
])('a sign-in while %s creates no session', async (_, action) => {
  await reader.call(requestMyInfo, { email: reader.email, password: PASSWORD })
  const { gate, repositories } = nodes.secondNode.app.context
  const race = runBefore(gate, 'create', action)
  const { body } = await call(nodes.secondNode.url, signIn, { email: reader.email, password: PASSWORD })
  await race
  expect(body).toEqual({ authenticated: false })
  const remaining = await repositories.sessions.findByUser(reader.userNo, new Date())
  expect(remaining.length).toBeLessThanOrEqual(1)
})
