import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { shareNote } from '#protocol/shares.ts'
import { call } from '#tests/support/call.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, PASSWORD, type Person, signedIn, writeNote } from '#tests/support/person.ts'
import { openScreen, type Screen } from '#tests/support/screen.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'
import { SHARING_MOMENTS } from '#tests/support/shareRaceSteps.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Somebody signs in at one node while, at the other one, something happens that concerns them. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let reader: Person
let catchUp: (...tabs: Listener[]) => Promise<void>

beforeAll(async () => {
  nodes = await startTwoNodes()
  author = await newPerson(nodes.here.url)
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  reader = await newPerson(nodes.here.url)
  catchUp = await catchUpWith(author, reader)
})

test.each(SHARING_MOMENTS)(
  'who signs in $when has it on both screens, and the one unread note',
  async ({ at }) => {
    const hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
    const noteNo = await writeNote(author)
    const screens: Screen[] = [await openScreen(reader)]
    onTestFinished(() => {
      for (const screen of screens) screen.close()
    })

    const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, async () => {
      screens.push(await openScreen(await signedIn(nodes.there.url, reader.email)))
    })
    await author.does(shareNote, { hubNo, noteNo })
    await raced
    await catchUp(...screens.map(({ tab }) => tab))
    await Promise.all(screens.map(screen => screen.settled()))

    await expectTrue(screens)
    for (const screen of screens) {
      expect(screen.discussions().get(hubNo)?.notes).toMatchObject([{ noteNo, isNew: true }])
      expect(screen.unread().get(hubNo)?.numUnreadArticles).toBe(1)
    }
  },
)

test.each<[string, () => Promise<unknown>]>([
  ['their password is changed', () => reader.does(updateMyInfo, { password: '새 비밀번호 77' })],
  ['their account is deleted', () => reader.does(deleteAccount, { password: PASSWORD })],
])('who signs in while %s gets no session', async (_, happening) => {
  await reader.does(requestMyInfo, { email: reader.email, password: PASSWORD })
  const { gate, stores } = nodes.there.app.context
  const raced = runBefore(gate, 'open', happening)
  const { body } = await call(nodes.there.url, signIn, { email: reader.email, password: PASSWORD })
  await raced
  expect(body).toEqual({ authenticated: false })
  const left = await stores.sessions.ofUser(reader.userNo, new Date())
  expect(left.length).toBeLessThanOrEqual(1)
})
