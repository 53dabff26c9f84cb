import { expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { namesOf } from './reactions.names.ts'

const member = (userNo: number) => ({ userNo, userName: `친구 ${userNo}` })

test('who empathized and has left is counted among the names, so that they tell as many as the number', async () => {
  await completeCatalogue()
  expect(namesOf([1, 2], [member(1), member(2), member(3)])).toEqual(['친구 1', '친구 2'])
  expect(namesOf([1, 8, 9], [member(1)])).toEqual(['친구 1', '나간 친구 2명'])
  expect(namesOf([8], [member(1)])).toEqual(['나간 친구 1명'])
})

test('until it is known who is in the room nobody is said to have left it', () => {
  expect(namesOf([1, 2], undefined)).toEqual([])
})
