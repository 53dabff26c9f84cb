import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteSuggestion, getSuggestions, setSuggestionReaction } from '#protocol/agora.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person, suggest } from '#tests/support/person.ts'

let node: TestNode
let writer: Person
let reader: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  writer = await newPerson(node.url, '쓴사람')
  reader = await newPerson(node.url)
})
afterAll(() => node.stop())

/** Of a suggestion, as somebody sees it; without a person: a visitor. */
async function reactionOf(suggestionNo: number, person?: Person) {
  const { empathies: reactions } = (await call(node.url, getSuggestions, { offset: 50 }, person?.token)).body
  return reactions?.find(reaction => reaction.suggestionNo === suggestionNo) ?? null
}

test('each counts once, sees their own, and a visitor the number alone', async () => {
  const { suggestionNo } = await suggest(writer)
  expect(await reactionOf(suggestionNo)).toBeNull()
  for (let turn = 0; turn < 2; turn += 1) {
    const { empathy: reaction } = await reader.does(setSuggestionReaction, { suggestionNo, isOn: true })
    expect(reaction).toEqual({ suggestionNo, count: 1, isMine: true })
  }
  const another = await newPerson(node.url)
  await another.does(setSuggestionReaction, { suggestionNo, isOn: true })
  expect(await reactionOf(suggestionNo, reader)).toEqual({ suggestionNo, count: 2, isMine: true })
  expect(await reactionOf(suggestionNo, writer)).toEqual({ suggestionNo, count: 2, isMine: false })
  expect(await reactionOf(suggestionNo)).toEqual({ suggestionNo, count: 2, isMine: false })
  for (let turn = 0; turn < 2; turn += 1)
    await reader.does(setSuggestionReaction, { suggestionNo, isOn: false })
  expect(await reactionOf(suggestionNo, reader)).toEqual({ suggestionNo, count: 1, isMine: false })
})

test('neither a visitor nor the writer empathizes, and nobody with what is gone', async () => {
  const { suggestionNo } = await suggest(writer)
  const asked = { suggestionNo, isOn: true }
  expect(await call(node.url, setSuggestionReaction, asked)).toMatchObject({ status: 401 })
  expect(await writer.asks(setSuggestionReaction, asked)).toMatchObject({ status: 403 })
  expect(await reactionOf(suggestionNo)).toBeNull()
  await reader.does(setSuggestionReaction, asked)
  await writer.does(deleteSuggestion, { suggestionNo })
  for (const isOn of [true, false])
    expect(await reader.asks(setSuggestionReaction, { suggestionNo, isOn })).toMatchObject({ status: 404 })
  expect(await node.app.context.stores.opinionReactions.countOf(suggestionNo)).toBe(0)
})

test('with an account its empathies go', async () => {
  const leaver = await newPerson(node.url)
  const { suggestionNo } = await suggest(writer)
  for (const person of [leaver, reader])
    await person.does(setSuggestionReaction, { suggestionNo, isOn: true })
  await leaver.does(deleteAccount, { password: PASSWORD })
  expect(await reactionOf(suggestionNo)).toMatchObject({ count: 1 })
})
