import { expect, test } from 'vitest'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { reactionNames } from './ReactionToggle.tsx'

const member = (userNo: number) => ({ userNo, userName: `친구 ${userNo}` })

test('counts users who have left the room, so that names and number match', async () => {
  await completeCatalogue()
  expect(reactionNames([1, 2], [member(1), member(2), member(3)])).toEqual(['친구 1', '친구 2'])
  expect(reactionNames([1, 8, 9], [member(1)])).toEqual(['친구 1', '나간 친구 2명'])
  expect(reactionNames([8], [member(1)])).toEqual(['나간 친구 1명'])
  expect(reactionNames([1, 2], undefined), 'before the members are known').toEqual([])
})
