import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createSuggestion, getSuggestions } from '#protocol/agora.ts'
import { getHubs } from '#protocol/hubs.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { portOf, startTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'
import { makeHub, newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** Each node caches names and pictures and must not show a stale one after it was told of the change. */
let proxy: TcpProxy
let firstNode: TestNode
let secondNode: TestNode
let friend: TestUser
let onlooker: TestUser

beforeEach(async () => {
  const mongoUrl = await emptyDatabase()
  proxy = await startTcpProxy(portOf(inject('redisUrl')))
  firstNode = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
  secondNode = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${proxy.port}` })
  friend = await newUser(firstNode.url, '사진 바꾸는 친구')
  onlooker = await newUser(secondNode.url)
  await makeHub(friend, onlooker)
  expect((await seen()).names).toEqual([friend.name])
})
afterEach(async () => {
  await Promise.all([firstNode.stop(), secondNode.stop()])
  await proxy.stop()
})

async function seen() {
  const [hub] = (await onlooker.call(getHubs, {})).hubs
  return { names: hub?.names, pics: hub?.pics }
}

async function showsNewPicture(): Promise<string> {
  await friend.call(requestMyInfo, { email: friend.email, password: PASSWORD })
  const changed = await friend.call(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  return changed.success ? changed.profPicURL : ''
}

test('a new picture is visible at the other node as soon as it is saved', async () => {
  expect((await seen()).pics).toEqual([''])
  const path = await showsNewPicture()
  expect((await seen()).pics).toEqual([path])
})

test('the name of a deleted account is shown nowhere', async () => {
  await friend.call(createSuggestion, { suggestion: '이름이 남지 않을 글' })
  const writer = async () => (await onlooker.call(getSuggestions, {})).itemList[0]?.writer
  expect(await writer()).toBe(friend.name)
  await friend.call(deleteAccount, { password: PASSWORD })
  expect(await writer()).toBe('탈퇴한 사용자')
})

test('a node that was partitioned shows the new name once its connection is back', async () => {
  const tab = await onlooker.openSocket()
  proxy.cut()
  const path = await showsNewPicture()
  proxy.repair()
  await tab.waitForEvent('sync:needed')
  expect((await seen()).pics).toEqual([path])
  tab.close()
})
