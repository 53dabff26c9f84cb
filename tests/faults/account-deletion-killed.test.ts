import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { getHubs } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { call } from '#tests/support/call.ts'
import { type NodeProcess, startBuiltNode } from '#tests/support/nodeProcess.ts'
import { engineDirectory } from '#tests/support/services.ts'
import { makeHub, newUser, PASSWORD, signInUser, writeNote } from '#tests/support/users.ts'

let dataDir: string
let node: NodeProcess

beforeAll(async () => {
  dataDir = await engineDirectory('account-deletion')
  node = await startBuiltNode({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await node.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The number of hubs, of six, after which the server is killed. */
test.each([1, 3, 5])(
  'a server killed after %i of six hubs finishes the deletion when it restarts',
  async hubs => {
    const leaver = await newUser(node.url, '떠나는 사람')
    const friend = await newUser(node.url, '남는 사람')
    const others = [await newUser(node.url), await newUser(node.url), await newUser(node.url)]
    const [first, second, third] = others
    if (!first || !second || !third) throw new Error('nobody there')
    const noteNo = await writeNote(leaver, '함께 읽던 노트')
    for (const company of [[], [first], [second], [third], [first, second], [first, third]])
      await leaver.call(shareNote, { hubNo: await makeHub(leaver, friend, ...company), noteNo })
    await friend.call(getNote, { noteNo })
    const tab = await friend.openSocket()

    const cutOff = expect(leaver.request(deleteAccount, { password: PASSWORD })).rejects.toThrow()
    for (let hubsLeft = 1; hubsLeft <= hubs; hubsLeft += 1)
      await tab.waitForEvent('members:changed', () => tab.received.filter(isDeparture).length >= hubsLeft)
    await node.kill()
    await cutOff
    tab.close()
    node = await startBuiltNode({ DATA_DIR: dataDir })

    const { body } = await call(node.url, signIn, { email: leaver.email, password: PASSWORD })
    expect(body).toEqual({ authenticated: false })
    expect((await call(node.url, getTopics, {}, leaver.token)).status).toBe(401)
    const friendAgain = await signInUser(node.url, friend.email)
    expect((await friendAgain.request(getNote, { noteNo })).status).toBe(404)
    const page = await friendAgain.call(getHubs, { hubsPerPage: 50 })
    expect(page.hubs).toHaveLength(6)
    expect(page.hubs.flatMap(hub => hub.userNos)).not.toContain(leaver.userNo)
    const { email, name: username } = leaver
    const registration = await call(node.url, register, { email, username, password: PASSWORD })
    expect(registration.body).toMatchObject({ success: true })
  },
)

function isDeparture({ name }: { name: string }): boolean {
  return name === 'members:changed'
}
