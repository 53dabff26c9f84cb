import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createSuggestion, getSuggestions } from '#protocol/agora.ts'
import { getHubs } from '#protocol/hubs.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newPerson, PASSWORD, type Person } from '#tests/support/person.ts'
import { type Line, portOf, startLine } from '#tests/support/tcpProxy.ts'

/** Each node remembers names and pictures; none shows an old one once it can know better. */
let line: Line
let here: TestNode
let there: TestNode
let friend: Person
let onlooker: Person

beforeEach(async () => {
  const mongoUrl = await emptyDatabase()
  line = await startLine(portOf(inject('redisUrl')))
  here = await startNode({ mongoUrl, redisUrl: inject('redisUrl') })
  there = await startNode({ mongoUrl, redisUrl: `redis://127.0.0.1:${line.port}` })
  friend = await newPerson(here.url, '사진 바꾸는 친구')
  onlooker = await newPerson(there.url)
  await makeHub(friend, onlooker)
  expect((await seen()).names).toEqual([friend.name])
})
afterEach(async () => {
  await Promise.all([here.stop(), there.stop()])
  await line.stop()
})

async function seen() {
  const [hub] = (await onlooker.does(getHubs, {})).hubs
  return { names: hub?.names, pics: hub?.pics }
}

async function showsNewPicture(): Promise<string> {
  await friend.does(requestMyInfo, { email: friend.email, password: PASSWORD })
  const changed = await friend.does(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  return changed.success ? changed.profPicURL : ''
}

test('a new picture is seen at the other node as soon as it is saved', async () => {
  expect((await seen()).pics).toEqual([''])
  const path = await showsNewPicture()
  expect((await seen()).pics).toEqual([path])
})

test('who has deleted their account is named nowhere any more', async () => {
  await friend.does(createSuggestion, { suggestion: '이름이 남지 않을 글' })
  const writer = async () => (await onlooker.does(getSuggestions, {})).itemList[0]?.writer
  expect(await writer()).toBe(friend.name)
  await friend.does(deleteAccount, { password: PASSWORD })
  expect(await writer()).toBe('탈퇴한 사용자')
})

test('a node that could not hear of it knows it once its line is back', async () => {
  const tab = await onlooker.listens()
  line.cut()
  const path = await showsNewPicture()
  line.repair()
  await tab.receives('sync:needed')
  expect((await seen()).pics).toEqual([path])
  tab.close()
})
