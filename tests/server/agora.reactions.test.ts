import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteSuggestion, getSuggestions, setSuggestionReaction } from '#protocol/agora.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, PASSWORD, suggest, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let writer: TestUser
let reader: TestUser

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  writer = await newUser(node.url, '쓴사람')
  reader = await newUser(node.url)
})
afterAll(() => node.stop())

/** The reactions to a suggestion, as a user sees them, or a visitor if there is no user. */
async function reactionOf(suggestionNo: number, user?: TestUser) {
  const { empathies: reactions } = (await call(node.url, getSuggestions, { offset: 50 }, user?.token)).body
  return reactions?.find(reaction => reaction.suggestionNo === suggestionNo) ?? null
}

test('each user counts once and sees their own reaction; a visitor sees only the number', async () => {
  const { suggestionNo } = await suggest(writer)
  expect(await reactionOf(suggestionNo)).toBeNull()
  for (let turn = 0; turn < 2; turn += 1) {
    const { empathy: reaction } = await reader.call(setSuggestionReaction, { suggestionNo, isOn: true })
    expect(reaction).toEqual({ suggestionNo, count: 1, isMine: true })
  }
  const another = await newUser(node.url)
  await another.call(setSuggestionReaction, { suggestionNo, isOn: true })
  expect(await reactionOf(suggestionNo, reader)).toEqual({ suggestionNo, count: 2, isMine: true })
  expect(await reactionOf(suggestionNo, writer)).toEqual({ suggestionNo, count: 2, isMine: false })
  expect(await reactionOf(suggestionNo)).toEqual({ suggestionNo, count: 2, isMine: false })
  for (let turn = 0; turn < 2; turn += 1)
    await reader.call(setSuggestionReaction, { suggestionNo, isOn: false })
  expect(await reactionOf(suggestionNo, reader)).toEqual({ suggestionNo, count: 1, isMine: false })
})

test('neither a visitor nor the writer can react, and nobody can react to a deleted suggestion', async () => {
  const { suggestionNo } = await suggest(writer)
  const asked = { suggestionNo, isOn: true }
  expect(await call(node.url, setSuggestionReaction, asked)).toMatchObject({ status: 401 })
  expect(await writer.request(setSuggestionReaction, asked)).toMatchObject({ status: 403 })
  expect(await reactionOf(suggestionNo)).toBeNull()
  await reader.call(setSuggestionReaction, asked)
  await writer.call(deleteSuggestion, { suggestionNo })
  for (const isOn of [true, false])
    expect(await reader.request(setSuggestionReaction, { suggestionNo, isOn })).toMatchObject({ status: 404 })
  expect(await node.app.context.repositories.opinionReactions.countBySuggestion(suggestionNo)).toBe(0)
})

test('deleting an account deletes its reactions', async () => {
  const leaver = await newUser(node.url)
  const { suggestionNo } = await suggest(writer)
  for (const user of [leaver, reader]) await user.call(setSuggestionReaction, { suggestionNo, isOn: true })
  await leaver.call(deleteAccount, { password: PASSWORD })
  expect(await reactionOf(suggestionNo)).toMatchObject({ count: 1 })
})
